import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { pipeline, Readable } from 'node:stream';

export type CsvRow = readonly (string | number)[];

/**
 * A table as a file for spreadsheets, row after row as the reader takes them: a long one needs no more memory
 * than a short one.
 */
export function sendCsv(
  reply: FastifyReply,
  filename: string,
  header: readonly string[],
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
): FastifyReply {
  const lines = stringify({ record_delimiter: 'windows', header: false, bom: true });
  // Ends the reading of rows when the reader goes away, and the answer when a row cannot be read.
  pipeline(Readable.from(withHeader(header, rows)), lines, () => undefined);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(lines);
}

async function* withHeader(
  header: readonly string[],
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
): AsyncGenerator<(string | number)[]> {
  yield [...header];
  for await (const row of rows) yield row.map(withoutFormula);
}

/** A spreadsheet runs what begins so; a plain number, even a negative one, is none. */
const FORMULA = /^[=+\-@\t\r\n\0]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** An apostrophe in front makes a spreadsheet take it as text. */
export const withoutFormula = (cell: string | number): string | number =>
  typeof cell === 'string' && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
