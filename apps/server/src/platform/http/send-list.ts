import type { TableFormat } from '@portside/contract/wire/endpoint';
import type { FastifyReply } from 'fastify';
import { recordExport, type ExportNote } from '../audit/record-audit.ts';
import { utcDay } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import type { PdfContent } from '../create-pdf.ts';
import { sendFile, sendXlsx } from './send-file.ts';

/** Rows in memory at a time, however long the file. */
const PAGE_ROWS = 1_000;

type Cell = string | number | boolean | null;
type CellOf<T> = (row: T) => Cell;
/** With `number`, spreadsheets calculate with what is in the column; without it all is text, also a number that only names. */
type Column<T> = CellOf<T> | { readonly number: CellOf<T> };
/** The columns in order: their names, and the cell of a row. */
export type Columns<T> = Readonly<Record<string, Column<T>>>;

/** What the column's cell of a row is made with. */
export const cellOf = <T>(column: Column<T>): CellOf<T> =>
  typeof column === 'function' ? column : column.number;

/** The same of names alone. */
type Named<Name extends string> = Name | { readonly number: Name };
const nameOf = <Name extends string>(named: Named<Name>): Name =>
  typeof named === 'string' ? named : named.number;

/** The fields of a row that a cell can show as they are. */
type FieldOf<T> = { [Name in keyof T & string]: T[Name] extends Cell ? Name : never }[keyof T & string];

/** Columns that show fields of a row as they are, under the fields' names. */
export const fieldColumns = <T>(...fields: readonly Named<FieldOf<T>>[]): Columns<T> =>
  Object.fromEntries(
    fields.map((field): [string, Column<T>] => {
      const name = nameOf(field);
      const fieldOf = (row: T) => row[name] as Cell;
      return [name, typeof field === 'string' ? fieldOf : { number: fieldOf }];
    }),
  );

/** The page of the list to read. */
export type Part = { readonly limit: number; readonly cursor?: string };
type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

type Rows<T> = {
  /** The file name without date and extension. */
  readonly name: string;
  /** Which days it covers, in the place of today's date. */
  readonly days?: string | undefined;
  readonly columns: Columns<T>;
  readPage(part: Part): Promise<Page<T>>;
};
type List<T> = Rows<T> &
  Omit<ExportNote, 'query'> & {
    readonly query: ExportNote['query'] & { readonly format?: TableFormat | undefined };
  };

/**
 * Answers with a whole list as a file, in the list's order. The first page is read before the answer starts, so
 * the list's refusals are answered; a later error breaks the connection, so that no partial file looks complete. The
 * export is recorded in the audit log before anything is sent, when the rows of a long list are not counted yet.
 */
export async function sendList<T>(
  ctx: Ctx,
  reply: FastifyReply,
  { action, subject, query: { format = 'csv', ...query }, ...list }: List<T>,
): Promise<FastifyReply> {
  const first = await list.readPage({ limit: PAGE_ROWS });
  const count = first.items.length;
  const rows = first.next_cursor === null ? count : `${count}+`;
  await recordExport(ctx, { action, subject, query }, rows);
  return sendRows(ctx, reply, { ...list, format }, first);
}

/** The same of what is the caller's own, which needs no record. */
export async function sendOwnList<T>(
  ctx: Ctx,
  reply: FastifyReply,
  list: Rows<T> & { readonly format: TableFormat | undefined },
): Promise<FastifyReply> {
  return sendRows(ctx, reply, list, await list.readPage({ limit: PAGE_ROWS }));
}

function sendRows<T>(
  { clock }: Ctx,
  reply: FastifyReply,
  {
    name,
    days = utcDay(clock.now()),
    columns,
    readPage,
    format,
  }: Rows<T> & { format?: TableFormat | undefined },
  first: Page<T>,
): FastifyReply {
  const rows = rowsOf(columns, first, readPage);
  const header = Object.entries(columns).map(([name, column]) =>
    typeof column === 'function' ? name : { number: name },
  );
  return sendTable(reply, { name: `${name}-${days}`, header, format }, rows);
}

async function* rowsOf<T>(
  columns: Columns<T>,
  first: Page<T>,
  readPage: List<T>['readPage'],
): AsyncGenerator<CsvRow> {
  const cells = Object.values(columns).map(cellOf);
  let page = first;
  for (;;) {
    for (const item of page.items) yield cells.map((read) => toCell(read(item)));
    if (page.next_cursor === null) return;
    page = await readPage({ limit: PAGE_ROWS, cursor: page.next_cursor });
  }
}

const toCell = (value: Cell): string | number =>
  typeof value === 'string' || typeof value === 'number' ? value : String(value ?? '');

export type CsvRow = readonly (string | number)[];

export type Table = {
  /** The file's name without its ending. */
  readonly name: string;
  readonly header: readonly Named<string>[];
  /** CSV if absent. */
  readonly format?: TableFormat | undefined;
};

/** Answers with a table as a file of the format that was asked for. */
export function sendTable(
  reply: FastifyReply,
  { name, header, format = 'csv' }: Table,
  rows: AsyncIterable<CsvRow> | Iterable<CsvRow>,
): FastifyReply {
  if (format === 'csv') return sendCsv(reply, `${name}.csv`, header.map(nameOf), rows);
  const columns = header.map((column) => ({ name: nameOf(column), isNumber: typeof column !== 'string' }));
  return sendXlsx(reply, `${name}.xlsx`, columns, asTexts(rows));
}

async function* asTexts(rows: AsyncIterable<CsvRow> | Iterable<CsvRow>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(String);
}

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
  return sendFile(reply, { name: filename, type: 'text/csv; charset=utf-8', content: lines });
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

/** Answers with a PDF of that name, without its ending. */
export async function sendPdf(reply: FastifyReply, name: string, content: PdfContent): Promise<FastifyReply> {
  // Most processes never write one.
  const { createPdf } = await import('../create-pdf.ts');
  return sendFile(reply, { name: `${name}.pdf`, type: 'application/pdf', content: await createPdf(content) });
}
