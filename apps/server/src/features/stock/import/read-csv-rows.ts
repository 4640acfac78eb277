import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A line of a table, as it stands there, that opens a quote which is never closed, or a row without an end. */
export type OpenLine = {
  /** From 1. */
  readonly line: number;
  readonly text: string;
};
export type CsvRow = readonly string[] | OpenLine;

/** In characters: a quote that is never closed must not swallow all that follows. */
const LONGEST_ROW = 64_000;
/** So many lines are read by themselves before buyers have their turn. */
const TURN_LINES = 200;
const CSV_OPTIONS = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: LONGEST_ROW,
};

/**
 * The rows of a table, a blank one's too. A row with a stray quote is the line that it stands on; one whose quote
 * is never closed is told as such, and reading goes on with the next line. Read strictly up to such a row: there
 * the first odd quote ends the reading, so that no text is looked through again and again.
 */
export async function readCsvRows(text: string, delimiter = ','): Promise<CsvRow[]> {
  const bytes = Buffer.from(text);
  const rows: CsvRow[] = [];
  let passed: Place = { lines: 0, bytes: 0 };
  for (let turn = 0; passed.bytes < bytes.length; turn += 1) {
    if (turn % TURN_LINES === TURN_LINES - 1) await nextTurn();
    const read = addRows(rows, bytes, delimiter, passed);
    if (read === 'all') break;
    const { line, next } = readLine(bytes, read);
    rows.push(readAlone(line.text, delimiter) ?? line);
    passed = { lines: line.line, bytes: next };
  }
  return rows;
}

export const isOpenLine = (row: CsvRow): row is OpenLine => !Array.isArray(row);

type Place = { readonly lines: number; readonly bytes: number };

/** Adds the rows that follow the place; tells the place of the first that is none by the rules. */
function addRows(rows: CsvRow[], bytes: Buffer, delimiter: string, from: Place): Place | 'all' {
  let end = from;
  const add = (row: string[], read: Place): null => {
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

/** A line by itself, with quotes wherever they stand; null where one is never closed. */
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

function readLine(bytes: Buffer, { lines, bytes: fromByte }: Place): { line: OpenLine; next: number } {
  let end = fromByte;
  while (end < bytes.length && bytes[end] !== RETURN && bytes[end] !== NEWLINE) end += 1;
  const text = bytes.toString('utf8', fromByte, end).replace(/^\ufeff/, '');
  const next = end + (bytes[end] === RETURN && bytes[end + 1] === NEWLINE ? 2 : 1);
  return { line: { line: lines + 1, text }, next };
}
