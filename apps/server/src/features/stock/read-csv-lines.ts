import { parse } from 'csv-parse';
import { Readable } from 'node:stream';
import type { ImportLine } from './add-lines.ts';

export type CsvForm = {
  /** What stands between the fields of a line as it is sold. */
  readonly separator: string;
  /** Whether the first row only names the columns. */
  readonly hasHeader: boolean;
  /** What stands between the fields of a row in the file; a comma where it is absent. */
  readonly delimiter?: string;
  /** The columns of the file that are sold, from 0, in the order of the line; all where it is absent. */
  readonly columns?: readonly number[] | undefined;
};

/** In characters: a quote that is never closed must not fill the memory. */
const LONGEST_ROW = 64_000;
/** How a table is read, whatever stands between its columns. */
export const CSV_OPTIONS = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: LONGEST_ROW,
};
/** An account without its name or its password cannot be sold. */
const MUST_BE_FILLED = 2;
const NOT_UTF8 = '\ufffd';

/**
 * The rows of a CSV file as it comes in, each as one line: its fields with the product's separator between them.
 * A field that holds the separator would fall apart when it is shown, so its row is told as unfit, and so is a
 * row without a wanted column, or with nothing in the first or second. A header is told as a blank line, so that rows keep their numbers. Throws where a
 * row never ends.
 */
export async function* readCsvLines(
  bytes: AsyncIterable<Uint8Array>,
  form: CsvForm,
): AsyncGenerator<ImportLine> {
  let isHeader = form.hasHeader;
  for await (const row of readCsvRows(bytes, form.delimiter)) {
    yield isHeader ? '' : toLine(row, form);
    isHeader = false;
  }
}

/** The fields of each row, a blank one's too. Throws where a row never ends. */
export async function* readCsvRows(
  bytes: AsyncIterable<Uint8Array>,
  delimiter = ',',
): AsyncGenerator<string[]> {
  const parser = parse({ ...CSV_OPTIONS, delimiter });
  const source = Readable.from(bytes);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  for await (const row of parser as AsyncIterable<string[]>) yield row;
}

function toLine(row: readonly string[], { separator, columns }: CsvForm): ImportLine {
  if (row.length === 1 && row[0] === '') return '';
  const fields = columns?.flatMap((column) => row[column] ?? []) ?? row;
  if (columns && fields.length < columns.length)
    return { fault: 'column missing', text: row.join(separator) };
  const text = fields.join(separator);
  if (text.includes(NOT_UTF8)) return { fault: 'not UTF-8', text };
  if (fields.slice(0, MUST_BE_FILLED).some((field) => field.trim() === ''))
    return { fault: 'column missing', text };
  return fields.some((field) => field.includes(separator)) ? { fault: 'separator in a field', text } : text;
}
