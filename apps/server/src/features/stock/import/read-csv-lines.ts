import { LONGEST_LINE } from './check-line.ts';
import type { ImportLine } from './import-report.ts';
import { isOpenLine, readCsvRows, type CsvRow } from './read-csv-rows.ts';

export type CsvForm = {
  /** The text between the fields of a line as it is sold. */
  readonly separator: string;
  /** Whether the first row only names the columns. */
  readonly hasHeader: boolean;
  /** The character between the fields of a row in the file; a comma where it is absent. */
  readonly delimiter?: string;
  /** The columns of the file that are sold, from 0, in the order of the line; all where it is absent. */
  readonly columns?: readonly number[] | undefined;
};

/** An account without its name or its password cannot be sold. */
const REQUIRED_FIELDS = 2;
const NOT_UTF8 = '\ufffd';

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
