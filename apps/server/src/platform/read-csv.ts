import { CsvError, parse } from 'csv-parse/sync';
import { refuseField } from './refusal.ts';

export type CsvRow = {
  readonly record: string[];
  /** Where it ends. */
  readonly line: number;
  /** Its quotation marks are not those of a table: it is cut at the delimiters alone. */
  readonly isBroken: boolean;
  /** How many cells are written, with empty ones at its end. */
  readonly width: number;
  readonly delimiter: string;
};

/** Of those that a line has as often, the first: headings have commas in them, such as “Price, USDT”. */
const DELIMITERS = ['\t', ';', ','];
/** What stands where bytes were no UTF-8. */
export const REPLACED = '\ufffd';

/**
 * The rows of a table that a call has as its field `text`, its heading included: separated by commas, semicolons or
 * tabs, as its first line has them. Refuses a text with far more than `most` lines (invalidFormat).
 */
export function readCsvRows(text: string, most: number): CsvRow[] {
  const bare = text.replace(/^\ufeff/, '').replace(/^sep=.[\r\n]+/i, '');
  const first = /[^\r\n]*\S[^\r\n]*/.exec(bare)?.[0] ?? '';
  const [delimiter = ','] = DELIMITERS.filter((one) => first.includes(one)).toSorted(
    (a, b) => first.split(b).length - first.split(a).length,
  );
  return parseRows(bare, delimiter) ?? readLineByLine(bare, delimiter, most);
}

/** Null where a quotation mark stands wrong, or a record is too long, as one is whose mark is never closed. */
function parseRows(text: string, delimiter: string): CsvRow[] | null {
  try {
    const rows = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 4_000,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({
      record,
      line: info.lines,
      isBroken: false,
      width: record.length,
      delimiter,
    }));
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** Each line by itself, so that one with a wrong mark takes no other with it. */
function readLineByLine(text: string, delimiter: string, most: number): CsvRow[] {
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines.length > 2 * most) refuseField('invalidFormat', 'text', 'long', most);
  return lines.flatMap((written, index) => {
    if (written === '') return [];
    const [row] = parseRows(written, delimiter) ?? [];
    const record = row?.record ?? written.split(delimiter);
    return [{ record, line: index + 1, isBroken: row === undefined, width: record.length, delimiter }];
  });
}

/** Without the empty cells at its end, of which a line of blanks has no others. */
export function withoutEnd(row: CsvRow): CsvRow {
  const last = row.record.findLastIndex((cell) => cell.trim() !== '');
  return { ...row, record: row.record.slice(0, last + 1) };
}

/** Whether two cells hold a whole number each, as an amount does whose decimal comma was taken for the delimiter. */
export const isCutInTwo = ({ record, delimiter }: CsvRow, at: number): boolean =>
  delimiter === ',' && [record[at], record[at + 1]].every((cell) => /^\s*\d+\s*$/.test(cell ?? ''));

/** Quotation marks of a text, or of a table that has blanks round them. */
export const unquoted = (cell: string): string =>
  cell
    .trim()
    .replace(/^["“”„«»‘’'`]+|["“”„«»‘’'`]+$/gu, '')
    .trim();

/** A name or a heading, as others are compared with it. */
export const folded = (name: string): string =>
  unquoted(name.normalize('NFKC')).replaceAll(/\s+/gu, ' ').toLowerCase();
