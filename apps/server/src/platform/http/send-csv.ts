import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { pipeline, Readable } from 'node:stream';

export type CsvRow = readonly (string | number)[];

/**
 * Answers with a CSV file for spreadsheets. Rows are read as fast as the client receives them, so memory does not
 * grow with the table.
 */
export function sendCsv(
  reply: FastifyReply,
  filename: string,
  header: readonly string[],
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
): FastifyReply {
  const lines = stringify({
    record_delimiter: 'windows',
    quoted_match: NEEDS_QUOTES,
    header: false,
    bom: true,
  });
  // Stops reading rows when the client disconnects, and breaks the answer off when a row cannot be read.
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
  for await (const row of rows) yield row.map(escapeFormula);
}

/** Numbers, times, addresses and column names go without quotes. */
const NEEDS_QUOTES = /[^\w.:@-]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
/**
 * Matches before anything that a spreadsheet would run as a formula: a sign, also a full-width one, after any blanks
 * and quotes. A spreadsheet that separates by semicolon or tab ignores our quotes, so a cell may start after each.
 */
const FORMULA = /(?<=^|[;\t])(?=[[\s\p{Cc}\p{Cf}"]--\t]*[=+\-@＝＋－＠])|^(?=[\t\0])/gv;

/**
 * The cell on one line, with an apostrophe before anything that would be a formula, which makes it text. Plain
 * numbers, negative ones too, are left as they are.
 */
export const escapeFormula = (cell: string | number): string | number =>
  typeof cell !== 'string' || NUMBER.test(cell)
    ? cell
    : cell.replaceAll(LINE_BREAK, ' ').replaceAll(FORMULA, "'");
