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
  const lines = stringify({
    record_delimiter: 'windows',
    quoted_match: MORE_THAN_A_WORD,
    header: false,
    bom: true,
  });
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

/** Without quotes are figures, times, addresses and other words, as are the names of the columns. */
const MORE_THAN_A_WORD = /[^\w.:@-]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
/**
 * In front of what a spreadsheet runs: a sign, full-width ones too, behind whatever blanks and quotes. Where it
 * separates by semicolon or tab it knows none of our quotes, so that a cell of its own begins behind each.
 */
const FORMULA = /(?<=^|[;\t])(?=[[\s\p{Cc}\p{Cf}"]--\t]*[=+\-@＝＋－＠])|^(?=[\t\0])/gv;

/**
 * A text on one line, with an apostrophe in front of what would be a formula: a spreadsheet takes it as text. A
 * plain number, even a negative one, is none.
 */
export const withoutFormula = (cell: string | number): string | number =>
  typeof cell !== 'string' || NUMBER.test(cell)
    ? cell
    : cell.replaceAll(LINE_BREAK, ' ').replaceAll(FORMULA, "'");
