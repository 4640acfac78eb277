import type { Language } from '@portside/contract';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { openSavepoint } from '../../platform/db/db.ts';
import type { EventPayloads } from '../../platform/events.ts';
import { Refusal } from '../../platform/refusal.ts';
import { remedyClaimed } from '../orders/index.ts';
import { askBeforeSale, lockWaiting, release, withdrawForDays } from '../stock/index.ts';
import { findUser } from '../users/index.ts';
import {
  findDeadOf,
  MOST_ATTEMPTS,
  startImportChecks,
  type CheckOutcome,
  type CheckRow,
  type RunRow,
} from './account-checks.ts';
import { findChecker, findCheckerOf, isStillWanted, type CheckerRow } from './checker.ts';

const RUNS_AT_ONCE = 50;
/** After one could not be settled. */
const RETRY_MS = MINUTE_MS;
/** Checks of stock; those of imports and claims stay with them. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Begins the checks of imports, and does what follows from those that have ended: each in a step of its own, in which
 * its row is locked, so that two processes and a crash do nothing twice.
 */
export async function settleChecks(ctx: Ctx): Promise<{ more: boolean }> {
  await startImportChecks(ctx);
  await giveUpChecks(ctx);
  const ids = await findChecked(ctx);
  let settled = 0;
  for (const id of ids) {
    try {
      await inTransaction(ctx, (step) => settleRun(step, id));
      settled += 1;
    } catch (error) {
      ctx.log.error({ err: error, run: String(id) }, 'a check could not be settled');
      const again = new Date(ctx.clock.now().getTime() + RETRY_MS);
      await ctx.db.updateTable('check_runs').set({ retry_at: again }).where('id', '=', id).execute();
    }
  }
  return { more: ids.length === RUNS_AT_ONCE && settled > 0 };
}

/** What has no answer in time is unknown, and what is not asked about any more. */
async function giveUpChecks({ db, clock }: Ctx): Promise<void> {
  await sql`
    update account_checks one set result = 'unknown' from check_runs run
    where run.id = one.run_id and run.ended_at is null and one.result is null
      and (run.ends_at <= ${clock.now()} or (one.attempts >= ${MOST_ATTEMPTS} and one.next_at <= ${clock.now()})
        or not exists (select from checkers where is_on) or not ${isStillWanted})`.execute(db);
  // Of accounts that are sold by now.
  await sql`
    delete from check_runs where id in (
      select id from check_runs where kind = 'stock' and ended_at < ${new Date(clock.now().getTime() - KEPT_MS)}
      order by id limit ${RUNS_AT_ONCE})`.execute(db);
}

/** Runs of which every account has a result. */
async function findChecked({ db, clock }: Ctx): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from check_runs run where ended_at is null and (retry_at is null or retry_at <= ${clock.now()})
      and not exists (select from account_checks one where one.run_id = run.id and one.result is null)
    order by id limit ${RUNS_AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

async function settleRun(ctx: Ctx, id: bigint): Promise<void> {
  const { db, clock } = ctx;
  const { rows } = await sql<RunRow>`
    select * from check_runs where id = ${id} and ended_at is null for update skip locked`.execute(db);
  const run = rows[0];
  if (!run) return;
  const checks = await db
    .selectFrom('account_checks')
    .selectAll()
    .where('run_id', '=', id)
    .orderBy('item_id')
    .execute();
  // Before what it does: that may end with the audit log, which is locked last.
  await db.updateTable('check_runs').set({ ended_at: clock.now() }).where('id', '=', id).execute();
  const settle = { import: settleImport, claim: settleClaim, stock: settleStock }[run.kind];
  const outcome = await settle(ctx, run.subject_id, checks);
  await db.updateTable('check_runs').set({ outcome }).where('id', '=', id).execute();
}

/**
 * Puts an import on sale of whose sample few accounts were dead, without those; else an operator decides. One that went
 * on sale meanwhile loses those too.
 */
async function settleImport(ctx: Ctx, batchId: bigint, checks: readonly CheckRow[]): Promise<CheckOutcome> {
  const waitsFor = await lockWaiting(ctx.db, batchId);
  const checker = await findChecker(ctx.db);
  const dead = checks.filter(({ result }) => result === 'dead').length;
  const known = checks.filter(({ result }) => result !== 'unknown').length;
  const isBad = dead > 0 && checker !== null && dead * 100 >= checker.dead_percent * known;
  if (waitsFor === null) await onBatchReleased(ctx, { batchId });
  if (waitsFor === 'release') return 'asks';
  if (waitsFor === 'check' && isBad) await askBeforeSale(ctx.db, batchId);
  else if (waitsFor === 'check') await release(ctx, batchId);
  return waitsFor === 'check' && isBad ? 'asks' : 'released';
}

/** Of so many checks within a day, fewer may be dead than of a sample; where more are, the checker may be wrong about all. */
const LAST_CHECKS = 20;
/** However few days the shop keeps what is withdrawn: what the checker says may be a mistake. */
const LEAST_DAYS = 1;

/**
 * An account that would be sold next is withdrawn if it is dead, and can be restored for some days. It stays on sale
 * where many were of late: then a person decides.
 */
async function settleStock(ctx: Ctx, itemId: bigint, checks: readonly CheckRow[]): Promise<CheckOutcome> {
  if (checks.every(({ result }) => result !== 'dead')) return 'alive';
  const checker = await findChecker(ctx.db);
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  const { rows } = await sql<{ dead: number }>`
    select count(*) filter (where result = 'dead')::int as dead from (
      select result from account_checks one join check_runs run on run.id = one.run_id
      where run.kind = 'stock' and result <> 'unknown' and attempted_at > ${since}
      order by attempted_at desc limit ${LAST_CHECKS}) as last`.execute(ctx.db);
  if (rows[0]!.dead * 100 >= (checker?.dead_percent ?? 0) * LAST_CHECKS) return 'byHand';
  const items = [{ firstId: itemId, endId: itemId + 1n }];
  await withdrawForDays(ctx, { items, reason: DEAD }, LEAST_DAYS);
  return 'withdrawn';
}

const DEAD = 'checked: dead';

/** What the buyer reads. */
const ANSWERS: Readonly<Record<Language, string>> = {
  en: 'Checked automatically: the account does not work.',
  'zh-cn': '系统已自动检测：该账号无法使用。',
  pt: 'Verificado automaticamente: a conta não funciona.',
  ru: 'Проверено автоматически: аккаунт не работает.',
};

/**
 * Replaces or refunds the accounts of a claim that are dead, all of them or none; without enough stock they are refunded.
 * Left to people: what is above a limit, what they have decided meanwhile, and claims of colleagues.
 */
async function settleClaim(ctx: Ctx, claimId: bigint, checks: readonly CheckRow[]): Promise<CheckOutcome> {
  const dead = checks.filter(({ result }) => result === 'dead');
  if (dead.length === 0) return 'alive';
  const { goods_id: goodsId, user_id: userId } = dead[0]!;
  const checker = await findCheckerOf(ctx.db, goodsId);
  const buyer = await findUser(ctx.db, userId!);
  if (!checker?.checks_claims || checker.remedy === 'none') return 'byHand';
  if (buyer?.status !== 'active' || buyer.role_id !== null) return 'byHand';
  if (!(await isWithinLimits(ctx, checker, dead))) return 'limit';
  const itemIds = dead.map(({ item_id: id }) => id);
  const wanted = { claimId, itemIds, reason: ANSWERS[buyer.language] };
  for (const remedy of checker.remedy === 'replace'
    ? (['replace', 'refund'] as const)
    : (['refund'] as const)) {
    const savepoint = await openSavepoint(ctx.db);
    try {
      if (!(await remedyClaimed(ctx, remedy, wanted))) return 'limit';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await savepoint.rollBack();
      if (error.reason === 'stockTooLow' && remedy === 'replace') continue;
      return 'byHand';
    }
    await ctx.db
      .updateTable('account_checks')
      .set({ remedied_at: ctx.clock.now() })
      .where(
        'id',
        'in',
        dead.map(({ id }) => id),
      )
      .execute();
    return remedy === 'replace' ? 'replaced' : 'refunded';
  }
  return 'byHand';
}

/** Differs from the number of every other advisory lock in the shop. */
const LIMITS_LOCK = 7_052;

/** Until the transaction ends, others wait: each counts those before. Accounts of no supplier count as those of one. */
async function isWithinLimits(
  { db, clock }: Ctx,
  { limit_days: days, ...most }: CheckerRow,
  dead: readonly CheckRow[],
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${LIMITS_LOCK})`.execute(db);
  const since = new Date(clock.now().getTime() - days * DAY_MS);
  const { goods_id: goodsId, user_id: userId } = dead[0]!;
  const { rows } = await sql<{ buyer: number; product: number }>`
    select count(*) filter (where user_id = ${userId})::int as buyer,
      count(*) filter (where goods_id = ${goodsId})::int as product
    from account_checks where remedied_at > ${since}`.execute(db);
  const { buyer, product } = rows[0]!;
  if (buyer + dead.length > most.most_per_buyer) return false;
  if (product + dead.length > most.most_per_product) return false;
  for (const [supplierId, own] of Map.groupBy(dead, (check) => check.supplier_id)) {
    const { count } = await db
      .selectFrom('account_checks')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('remedied_at', '>', since)
      .where('supplier_id', 'is not distinct from', supplierId)
      .executeTakeFirstOrThrow();
    if (Number(count) + own.length > most.most_per_supplier) return false;
  }
  return true;
}

/** An import goes on sale without the accounts that its sample found dead; they can be restored for some days. */
export async function onBatchReleased(ctx: Ctx, { batchId }: EventPayloads['batchReleased']): Promise<void> {
  const dead = await findDeadOf(ctx.db, batchId);
  if (dead.length === 0) return;
  const items = dead.map((firstId) => ({ firstId, endId: firstId + 1n }));
  await withdrawForDays(ctx, { items, reason: DEAD }, LEAST_DAYS);
}
