import type { Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { openItems, type OpenedItem } from '../open-items.ts';
import { findFreeRanges } from '../ranges.sql.ts';
import { sendText } from '../send-text.ts';
import { firstItems } from './first-items.ts';
import { parseUnsoldFilter, type UnsoldFilter } from './unsold-filter.ts';

const ITEMS_A_STEP = 1_000;

/** The texts of unsold items as a file, one per line, exactly as imported. They stay on sale. Audited. */
export async function exportUnsold(
  ctx: Ctx,
  { query }: Input<'exportUnsold'>,
  reply: FastifyReply,
): Promise<unknown> {
  requireAction(ctx.actor, 'stock.export');
  return sendText(reply, `stock-${query.goods_id}.txt`, unsoldTexts(ctx, query));
}

async function* unsoldTexts(ctx: Ctx, query: Input<'exportUnsold'>['query']): AsyncGenerator<string> {
  for await (const items of readUnsold(ctx, parseUnsoldFilter(query)))
    yield items.map(({ text }) => `${text}\n`).join('');
}

/** The free items of a filter by id, a thousand at a time at most; items sold before they are reached are left out. */
export async function* readUnsold(ctx: Ctx, filter: UnsoldFilter): AsyncGenerator<OpenedItem[]> {
  requireAction(ctx.actor, 'stock.export');
  await inTransaction(ctx, (inner) =>
    recordAudit(inner, {
      action: 'stock.export',
      subject: `goods:${filter.goodsId}`,
      after: { gender: filter.gender, batchId: filter.batchId },
    }),
  );
  let fromId = 0n;
  while (true) {
    const ranges = await findFreeRanges(ctx.db, filter, fromId, ITEMS_A_STEP);
    if (ranges.length === 0) return;
    const page = firstItems(ranges, ITEMS_A_STEP);
    fromId = page.at(-1)!.endId;
    yield await openItems(ctx, page);
  }
}
