import type { FastifyReply } from 'fastify';
import { recordExport, type ExportNote } from '../audit/record-export.ts';
import type { Ctx } from '../context.ts';
import { sendCsv, type CsvRow } from './send-csv.ts';

/** Rows in memory at a time, however long the file. */
const PAGE_ROWS = 1_000;

type Cell = string | number | boolean | null;
/** The columns in order: their names, and the cell of a row. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

/** The page of the list to read. */
export type Part = { readonly limit: number; readonly cursor?: string };
type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

type Rows<T> = {
  /** The file name without date and extension. */
  readonly name: string;
  readonly columns: Columns<T>;
  readPage(part: Part): Promise<Page<T>>;
};
type List<T> = ExportNote & Rows<T>;

/**
 * Answers with a whole list as a CSV file, in the list's order. The first page is read before the answer starts, so
 * the list's refusals are answered; a later error breaks the connection, so that no partial file looks complete. The
 * export is recorded in the audit log before anything is sent, when the rows of a long list are not counted yet.
 */
export async function sendList<T>(
  ctx: Ctx,
  reply: FastifyReply,
  { name, columns, readPage, ...note }: List<T>,
): Promise<FastifyReply> {
  const first = await readPage({ limit: PAGE_ROWS });
  const isWhole = first.next_cursor === null;
  await recordExport(ctx, note, isWhole ? first.items.length : `${first.items.length}+`);
  return sendCsv(reply, fileName(ctx, name), Object.keys(columns), rowsOf(columns, first, readPage));
}

/** The same of what is the caller's own, which needs no record. */
export async function sendOwnList<T>(
  ctx: Ctx,
  reply: FastifyReply,
  { name, columns, readPage }: Rows<T>,
): Promise<FastifyReply> {
  const first = await readPage({ limit: PAGE_ROWS });
  return sendCsv(reply, fileName(ctx, name), Object.keys(columns), rowsOf(columns, first, readPage));
}

const fileName = ({ clock }: Ctx, name: string): string =>
  `${name}-${clock.now().toISOString().slice(0, 10)}.csv`;

async function* rowsOf<T>(
  columns: Columns<T>,
  first: Page<T>,
  readPage: List<T>['readPage'],
): AsyncGenerator<CsvRow> {
  const cells = Object.values(columns);
  let page = first;
  for (;;) {
    for (const item of page.items) yield cells.map((cellOf) => toCell(cellOf(item)));
    if (page.next_cursor === null) return;
    page = await readPage({ limit: PAGE_ROWS, cursor: page.next_cursor });
  }
}

const toCell = (value: Cell): string | number =>
  typeof value === 'string' || typeof value === 'number' ? value : String(value ?? '');
