import { openItems } from '../../../apps/server/src/features/stock/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import type { Journal } from '../load/journal.ts';
import type { MailSink } from '../load/mail-sink.ts';

/**
 * At the end, when nothing is pending: every transfer is credited, every order was mailed at least once with exactly
 * its own accounts (fewer if some were replaced or refunded), and no account went to two buyers.
 */
export async function checkDeliveries(
  ctx: Ctx,
  journal: Journal,
  { arrived }: Pick<MailSink, 'arrived'>,
): Promise<string[]> {
  const faults: string[] = [];
  const asked = journal.countOrders('asked');
  if (asked > 0) faults.push(`${asked} orders have no answer`);
  const deposits = await ctx.db.selectFrom('deposits').select('tx_hash').execute();
  const recorded = new Set<string>(deposits.map((row) => row.tx_hash));
  for (const { hash } of journal.transfers)
    if (!recorded.has(hash)) faults.push(`transfer ${hash} was never credited`);

  const orders = await ctx.db
    .selectFrom('orders')
    .innerJoin('order_ranges', 'order_ranges.order_id', 'orders.id')
    .select(['orders.order_no', 'order_ranges.first_id', 'order_ranges.end_id'])
    .where('accounts_deleted_at', 'is', null)
    .orderBy('order_ranges.first_id')
    .execute();
  const bad = await ctx.db
    .selectFrom('remedied_items')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('order_no')
    .execute();
  const spoiled = new Set(bad.map((row) => row.order_no));
  const ownerOf = new Map<string, string>();
  for (const [orderNo, ranges] of Map.groupBy(orders, (row) => row.order_no)) {
    const items = await openItems(
      ctx,
      ranges.map((row) => ({ firstId: row.first_id, endId: row.end_id })),
    );
    for (const { text } of items) {
      if (ownerOf.has(text)) faults.push(`an account is in ${orderNo} and in ${ownerOf.get(text)}`);
      ownerOf.set(text, orderNo);
    }
    const expected = items.map(({ text }) => `${text}\n`).join('');
    const mails = arrived.get(orderNo) ?? [];
    if (mails.length === 0) faults.push(`order ${orderNo} was never mailed`);
    const isRight = (mail: string): boolean =>
      spoiled.has(orderNo) ? isPart(mail, expected) : mail === expected;
    if (!mails.every(isRight)) faults.push(`a mail of order ${orderNo} has other accounts`);
  }
  return faults;
}

/** Replaced and refunded accounts are in earlier mails, but not in later ones. */
function isPart(mail: string, whole: string): boolean {
  const own = new Set(whole.split('\n'));
  return mail.split('\n').every((line) => own.has(line));
}
