import type { Data, Input } from '@portside/contract';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { readIdCursor } from '../../../platform/lists/by-id.ts';
import { FIRST_STEP, maskText, nextStep, openItems, type OpenedItem } from '../items.sql.ts';
import { findFreeRanges, type ItemRange, type StockGender, type StockCount } from '../stock.sql.ts';
import type { FastifyReply } from 'fastify';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { sendText } from '../../../platform/http/send-file.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Free items by id with their texts masked; what is sold in the meantime is left out. */
export async function listUnsold(ctx: Ctx, { query }: Input<'listUnsold'>): Promise<Data<'listUnsold'>> {
  const fromId = readIdCursor(query.cursor) ?? 0n;
  const wanted = query.limit + 1;
  const ranges = await findFreeRanges(ctx.db, parseUnsoldFilter(query), fromId, wanted);
  const items = await openItems(ctx, firstItems(ranges, wanted));
  return {
    items: items.slice(0, query.limit).map(({ id, text }) => ({ id: String(id), masked: maskText(text) })),
    next_cursor: items.length > query.limit ? String(items.at(-1)!.id) : null,
    total: null,
  };
}

/** How many items an export or a withdrawal with the filter would take now, by gender. */
export async function countUnsold(ctx: Ctx, { query }: Input<'countUnsold'>): Promise<Data<'countUnsold'>> {
  return countFree(ctx.db, parseUnsoldFilter(query));
}

/** The texts of unsold items as a file, one per line, exactly as imported. They stay on sale. Audited. */
export async function exportUnsold(
  ctx: Ctx,
  { query }: Input<'exportUnsold'>,
  reply: FastifyReply,
): Promise<unknown> {
  return sendText(reply, `stock-${query.goods_id}.txt`, unsoldTexts(ctx, query));
}

async function* unsoldTexts(ctx: Ctx, query: Input<'exportUnsold'>['query']): AsyncGenerator<string> {
  for await (const items of readUnsold(ctx, parseUnsoldFilter(query)))
    yield items.map(({ text }) => `${text}\n`).join('');
}

/** The free items of a filter by id, step by step; items sold before they are reached are left out. */
export async function* readUnsold(ctx: Ctx, filter: UnsoldFilter): AsyncGenerator<OpenedItem[]> {
  await inTransaction(ctx, (inner) =>
    recordAudit(inner, {
      action: 'stock.export',
      subject: `goods:${filter.goodsId}`,
      after: { gender: filter.gender, batchId: filter.batchId },
    }),
  );
  let fromId = 0n;
  let count = FIRST_STEP;
  while (true) {
    const ranges = await findFreeRanges(ctx.db, filter, fromId, count);
    if (ranges.length === 0) return;
    const page = firstItems(ranges, count);
    fromId = page.at(-1)!.endId;
    const items = await openItems(ctx, page);
    yield items;
    count = items.length === 0 ? FIRST_STEP : nextStep(items);
  }
}

/** The first `count` items of the ranges, or all if there are fewer. Pure. */
export function firstItems(ranges: readonly ItemRange[], count: number): ItemRange[] {
  const page: ItemRange[] = [];
  let room = BigInt(count);
  for (const { firstId, endId } of ranges) {
    if (room === 0n) break;
    const end = endId - firstId < room ? endId : firstId + room;
    page.push({ firstId, endId: end });
    room -= end - firstId;
  }
  return page;
}

/** Free items of one product; of one gender or one import if given. */
export type UnsoldFilter = {
  readonly goodsId: bigint;
  readonly gender?: StockGender;
  readonly batchId?: bigint;
};

type UnsoldQuery = {
  readonly goods_id: string;
  readonly gender?: StockGender | undefined;
  readonly batch_id?: string | undefined;
};

export const parseUnsoldFilter = ({ goods_id, gender, batch_id }: UnsoldQuery): UnsoldFilter => ({
  goodsId: BigInt(goods_id),
  ...(gender !== undefined && { gender }),
  ...(batch_id !== undefined && { batchId: BigInt(batch_id) }),
});

/** How many free items a filter has, by gender. */
async function countFree(db: Db, { goodsId, ...filter }: UnsoldFilter): Promise<StockCount> {
  const batchId = filter.batchId ?? null;
  const gender = filter.gender ?? null;
  const { rows } = await sql<{ gender: StockGender; free: number }>`
    select free.gender, sum(case when ${batchId}::bigint is null then free.end_id - free.next_id else (
        select coalesce(sum(least(free.end_id, own.end_id) - greatest(free.next_id, own.first_id)), 0)
        from stock_batch_ranges own
        where own.batch_id = ${batchId} and own.first_id < free.end_id and own.end_id > free.next_id)
      end)::int as free
    from stock_ranges free
    where free.goods_id = ${goodsId} and (${gender}::text is null or free.gender = ${gender})
    group by free.gender`.execute(db);
  const counts = { unspecified: 0, male: 0, female: 0 };
  for (const row of rows) counts[row.gender] = row.free;
  return counts;
}
