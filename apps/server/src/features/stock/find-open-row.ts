import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { CSV_OPTIONS } from './read-csv-lines.ts';

/** Where a table cannot be read any further: a quote of that line, from 1, is never closed. */
export type OpenRow = { readonly line: number; readonly rowsBefore: string };

/** The row of a table that never ends; null where all do. */
export function findOpenRow(text: string, delimiter: string): OpenRow | null {
  const bytes = Buffer.from(text);
  let end = { lines: 0, bytes: 0 };
  // Rows that were read are not needed.
  const note = (_: unknown, { lines, bytes: count }: { lines: number; bytes: number }): null => {
    end = { lines, bytes: count };
    return null;
  };
  try {
    parse(bytes, { ...CSV_OPTIONS, delimiter, on_record: note });
    return null;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { line: end.lines + 1, rowsBefore: bytes.toString('utf8', 0, end.bytes) };
  }
}
