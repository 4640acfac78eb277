import { LONGEST_LINE, NOT_UTF8, type ImportLine } from './check-line.ts';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { setImmediate as nextTurn } from 'node:timers/promises';

export type CsvForm = {
  /** The text between the fields of a line as it is sold. */
  readonly separator: string;
  /** Whether the first row only names the columns. */
  readonly hasHeader: boolean;
  /** The character between the fields of a row in the file; a comma if absent. */
  readonly delimiter?: string;
  /** The columns of the file that are sold, from 0, in the order of the line; all if absent. */
  readonly columns?: readonly number[] | undefined;
};

/** An account without its name or its password cannot be sold. */
const REQUIRED_FIELDS = 2;

/** The lines of a table, by `toLines`. */
export const readCsvLines = async (text: string, form: CsvForm): Promise<ImportLine[]> =>
  toLines(await readCsvRows(text, form.delimiter), form);

/**
 * The rows of a table, each as one line: its fields with the product's separator between them. Unfit is a row with a
 * field that holds the separator (it would fall apart when shown), without a column that is sold, with an empty first
 * or second field, or with a quote that is never closed. A header becomes a blank line, so that rows keep their
 * numbers.
 */
export const toLines = (rows: readonly CsvRow[], form: CsvForm): ImportLine[] =>
  rows.map((row, index) => (index === 0 && form.hasHeader ? '' : toLine(row, form)));

function toLine(row: CsvRow, { separator, columns }: CsvForm): ImportLine {
  if (isOpenLine(row))
    return { fault: row.text.length > LONGEST_LINE ? 'too long' : 'open quote', text: row.text };
  if (row.length === 1 && row[0] === '') return '';
  const fields = columns?.flatMap((column) => row[column] ?? []) ?? row;
  if (columns && fields.length < columns.length)
    return { fault: 'column missing', text: row.join(separator) };
  const text = fields.join(separator);
  if (text.includes(NOT_UTF8)) return { fault: 'not UTF-8', text };
  if (fields.slice(0, REQUIRED_FIELDS).some((field) => field.trim() === ''))
    return { fault: 'column missing', text };
  return fields.some((field) => field.includes(separator)) ? { fault: 'separator in a field', text } : text;
}

/** A line of the file, as it is, that opens a quote which is never closed. */
type OpenLine = {
  /** From 1. */
  readonly line: number;
  readonly text: string;
};

export type CsvRow = readonly string[] | OpenLine;

/** In characters: a quote that is never closed must not swallow all that follows. */
const LONGEST_ROW = 64_000;

/** Lines read one by one before the event loop may serve other requests. */
const TURN_LINES = 200;

const CSV_OPTIONS = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: LONGEST_ROW,
};

/**
 * The rows of a table, blank ones included. A row with a stray quote is read as the one line it is on; a line whose
 * quote is never closed becomes an `OpenLine`, and reading continues with the next line. Parsing is strict up to such a
 * row and stops at its first odd quote, so that no text is parsed over and over.
 */
export async function readCsvRows(text: string, delimiter = ','): Promise<CsvRow[]> {
  const bytes = Buffer.from(text);
  const rows: CsvRow[] = [];
  let position: Position = { lines: 0, bytes: 0 };
  for (let turn = 0; position.bytes < bytes.length; turn += 1) {
    if (turn % TURN_LINES === TURN_LINES - 1) await nextTurn();
    const read = addRows(rows, bytes, delimiter, position);
    if (read === 'all') break;
    const { line, next } = readLine(bytes, read);
    rows.push(readAlone(line.text, delimiter) ?? line);
    position = { lines: line.line, bytes: next };
  }
  return rows;
}

/** Whether the row could not be split into fields. */
export const isOpenLine = (row: CsvRow): row is OpenLine => !Array.isArray(row);

type Position = { readonly lines: number; readonly bytes: number };

/** Adds the rows after a position; returns the position of the first that breaks the rules, or `all`. */
function addRows(rows: CsvRow[], bytes: Buffer, delimiter: string, from: Position): Position | 'all' {
  let end = from;
  const add = (row: string[], read: Position): null => {
    rows.push(row);
    end = { lines: from.lines + read.lines, bytes: from.bytes + read.bytes };
    return null;
  };
  try {
    parse(bytes.subarray(from.bytes), { ...CSV_OPTIONS, delimiter, on_record: add });
    return 'all';
  } catch (error) {
    if (error instanceof CsvError) return end;
    throw error;
  }
}

/** One line by itself, quotes allowed anywhere; null if one is never closed. */
function readAlone(line: string, delimiter: string): readonly string[] | null {
  try {
    return parse(line, { ...CSV_OPTIONS, delimiter, relax_quotes: true })[0] ?? null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

const RETURN = 0x0d;

const NEWLINE = 0x0a;

function readLine(bytes: Buffer, { lines, bytes: fromByte }: Position): { line: OpenLine; next: number } {
  let end = fromByte;
  while (end < bytes.length && bytes[end] !== RETURN && bytes[end] !== NEWLINE) end += 1;
  const text = bytes.toString('utf8', fromByte, end).replace(/^\ufeff/, '');
  const next = end + (bytes[end] === RETURN && bytes[end + 1] === NEWLINE ? 2 : 1);
  return { line: { line: lines + 1, text }, next };
}
