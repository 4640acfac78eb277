import type { Chain } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { checkBooks } from './check-books.ts';
import { readBlocks } from '../services.ts';
import { askAgain } from '../load/load.ts';
import { withShop } from '../open-shop.ts';
import { FINAL_AFTER_MS } from '../runs/round.ts';
import type { Server } from '../server.ts';
import type { Trial } from '../trial-type.ts';
import { openItems } from '../../../apps/server/src/features/stock/index.ts';
import type { Journal } from '../load/journal.ts';
import type { MailSink } from '../load/mail-sink.ts';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';

const SETTLED_WITHIN_MS = 60_000;
/** The mail job runs every second, and on a busy machine takes several. */
const QUIET_MAIL_MS = 15_000;

/** Checks one snapshot of the database; the shop must be stopped if it is embedded. */
export const audit = (trial: Trial): Promise<string[]> =>
  withShop(trial.target, trial.keys, (ctx) => auditBooks(ctx, trial));

function auditBooks({ db }: Ctx, { journal }: Trial): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => [
      ...(await checkBooks(snapshot)),
      ...(await checkJournal(snapshot, journal)),
    ]);
}

/** Lets a running shop finish all pending work, stops it, and checks everything. */
export async function settle(trial: Trial): Promise<{ faults: string[]; stopMs: number }> {
  // Mails claimed by a killed process are due again after a minute, which has passed.
  await withShop(trial.target, trial.keys, ({ db, clock }) =>
    db.updateTable('mails').set({ next_at: clock.now() }).where('state', '=', 'queued').execute(),
  );
  const [server] = await Promise.all([trial.start(), sleep(FINAL_AFTER_MS)]);
  await answerAll(trial, server);
  await followAll(trial, server);
  await mailAll(trial);
  const { code, tookMs } = await server.stop();
  const faults = await withShop(trial.target, trial.keys, async (ctx) => [
    ...(await auditBooks(ctx, trial)),
    ...(await checkDeliveries(ctx, trial.journal, trial.mail)),
  ]);
  if (code !== 0) faults.push(`the shop stopped with ${code} after ${tookMs} ms`);
  return { faults, stopMs: tookMs };
}

async function answerAll(trial: Trial, { url }: Server): Promise<void> {
  const asking = { url, journal: trial.journal };
  await until('every key is answered', async () => {
    await Promise.all(trial.buyers.map((buyer) => askAgain(trial, asking, buyer)));
    return trial.journal.countOrders('asked') === 0;
  });
}

/** Null if the shop was too busy to tell. */
type Health = { readonly data: { readonly chains: readonly Chain[] } | null };

/** No more payments are made, so the chains do not change. */
async function followAll({ chains }: Trial, { url }: Server): Promise<void> {
  const finals = await readBlocks(chains, 'finalized');
  await until('the chains are followed to their end', async () => {
    const health = (await (await fetch(`${url}/readyz`)).json()) as Health;
    if (!health.data) return false;
    return health.data.chains.every(
      ({ type, final, lag_blocks: lag }) => lag === 0 && final !== null && final >= finals[type],
    );
  });
}

/** Waits until all orders are mailed or no more mail arrives: an order purged before that is never mailed. */
async function mailAll({ journal, mail }: Trial): Promise<void> {
  const isDone = (): boolean =>
    journal.ordersOf('acknowledged').every((entry) => mail.arrived.has(entry.orderNo!));
  let [count, since] = [mail.arrived.size, performance.now()];
  while (!isDone() && performance.now() - since < QUIET_MAIL_MS) {
    await sleep(100);
    if (mail.arrived.size !== count) [count, since] = [mail.arrived.size, performance.now()];
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come about that ${what}`);
    await sleep(100);
  }
}

/**
 * Once nothing is pending: every transfer is credited, every order was mailed at least once with exactly its own
 * accounts (fewer if some were replaced or refunded), and no account went to two buyers.
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

/** Orders acknowledged but missing, and existing but never requested: one line each. */
export async function checkJournal(db: Db, journal: Journal): Promise<string[]> {
  return [
    ...journal.contradictions,
    ...(await checkOrders(db, journal)),
    ...(await checkRecharges(db, journal)),
    ...(await checkTransfers(db, journal)),
    ...(await checkImports(db, journal)),
  ];
}

async function checkOrders(db: Db, journal: Journal): Promise<string[]> {
  const faults: string[] = [];
  const rows = await db
    .selectFrom('orders')
    .select(['order_no', 'user_id', 'goods_id', 'quantity', 'idempotency_key'])
    .execute();
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  if (byKey.size < rows.length) faults.push('a key has two orders');
  for (const row of rows) {
    // Those of standing orders are compared with them (`check-books.ts`).
    if (row.idempotency_key.startsWith('standing order ')) continue;
    const entry = journal.orders.get(row.idempotency_key);
    if (!entry) faults.push(`order ${row.order_no} was never asked for`);
    else if (entry.state === 'refused') faults.push(`order ${row.order_no} was refused and is there`);
  }
  for (const entry of journal.ordersOf('acknowledged')) {
    const row = byKey.get(entry.key);
    if (!row) faults.push(`acknowledged order ${entry.orderNo} is lost`);
    else if (
      row.order_no !== entry.orderNo ||
      String(row.user_id) !== entry.userId ||
      String(row.goods_id) !== entry.goodsId ||
      row.quantity !== entry.quantity
    )
      faults.push(`order ${entry.orderNo} is not what was acknowledged`);
  }
  return faults;
}

async function checkRecharges(db: Db, journal: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('recharges')
    .select(['order_id', 'idempotency_key', 'pay_amount_micro'])
    .execute();
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  return [...journal.recharges.values()]
    .filter((entry) => entry.state === 'acknowledged')
    .filter((entry) => {
      const row = byKey.get(entry.key);
      return row?.order_id !== entry.orderId || row.pay_amount_micro !== entry.payAmountMicro;
    })
    .map((entry) => `acknowledged top-up ${entry.orderId} is lost or another one`);
}

/** A transfer may still be pending; if recorded, then once and for its buyer. */
async function checkTransfers(db: Db, journal: Journal): Promise<string[]> {
  const rows = await db
    .selectFrom('deposits')
    .select(['tx_hash', 'amount_micro', 'state', 'user_id'])
    .execute();
  const byHash = Map.groupBy(rows, (row) => row.tx_hash);
  const faults: string[] = [];
  for (const transfer of journal.transfers) {
    const found = byHash.get(transfer.hash) ?? [];
    byHash.delete(transfer.hash);
    if (found.length > 1) faults.push(`transfer ${transfer.hash} is recorded ${found.length} times`);
    for (const { amount_micro, state, user_id } of found)
      if (
        amount_micro !== transfer.amountMicro ||
        state !== 'credited' ||
        String(user_id) !== transfer.userId
      )
        faults.push(`transfer ${transfer.hash} is ${state}, ${amount_micro} for user ${user_id}`);
  }
  for (const hash of byHash.keys()) faults.push(`deposit ${hash} was never sent`);
  return faults;
}

/** Lines of unacknowledged imports may exist or not. */
async function checkImports(db: Db, { imports }: Journal): Promise<string[]> {
  const { count } = await db
    .selectFrom('stock_fingerprints')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  const linesOf = (those: typeof imports): number => those.reduce((sum, one) => sum + one.lines, 0);
  const least = linesOf(imports.filter((one) => one.isAcknowledged));
  return count < least || count > linesOf(imports)
    ? [`${count} accounts were ever in the shop, ${least} were acknowledged, ${linesOf(imports)} were sent`]
    : [];
}
