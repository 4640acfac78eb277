import type { FastifyReply } from 'fastify';
import { recordExport, type ExportNote } from '../audit/record-export.ts';
import type { Ctx } from '../context.ts';
import { sendCsv, type CsvRow } from './send-csv.ts';

/** So many rows are in memory at a time, however long the file. */
const AT_A_TIME = 1_000;

type Cell = string | number | boolean | null;
/** Names of the columns, in their order, each with what stands in it. */
export type Columns<T> = Readonly<Record<string, (row: T) => Cell>>;

/** What a list's query says of the part that is wanted. */
export type Part = { readonly limit: number; readonly cursor?: string };
type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null };

type List<T> = ExportNote & {
  /** The file's, without day and ending. */
  readonly name: string;
  readonly columns: Columns<T>;
  readPart(part: Part): Promise<Page<T>>;
};

/**
 * A list to its end as a CSV file, in its own order. The first part is read before the answer begins, so what
 * the list refuses is refused; what fails later breaks the connection off: no half is taken for the whole. Who
 * takes it is written down before anything leaves, while the rows of a long list are not counted yet.
 */
export async function sendList<T>(
  ctx: Ctx,
  reply: FastifyReply,
  { name, columns, readPart, ...note }: List<T>,
): Promise<FastifyReply> {
  const first = await readPart({ limit: AT_A_TIME });
  const isWhole = first.next_cursor === null;
  await recordExport(ctx, note, isWhole ? first.items.length : `${first.items.length}+`);
  const day = ctx.clock.now().toISOString().slice(0, 10);
  return sendCsv(reply, `${name}-${day}.csv`, Object.keys(columns), rowsOf(columns, first, readPart));
}

async function* rowsOf<T>(
  columns: Columns<T>,
  first: Page<T>,
  readPart: List<T>['readPart'],
): AsyncGenerator<CsvRow> {
  const cells = Object.values(columns);
  let page = first;
  for (;;) {
    for (const item of page.items) yield cells.map((cellOf) => toCell(cellOf(item)));
    if (page.next_cursor === null) return;
    page = await readPart({ limit: AT_A_TIME, cursor: page.next_cursor });
  }
}

const toCell = (value: Cell): string | number =>
  typeof value === 'string' || typeof value === 'number' ? value : String(value ?? '');
