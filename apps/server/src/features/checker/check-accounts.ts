import { sql } from 'kysely';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import { openItems } from '../stock/index.ts';
import { MOST_ATTEMPTS, type CheckRow } from './account-checks.ts';
import { askChecker, findChecker, isStillWanted, type CheckerRow } from './checker.ts';

/** Calls at a time. */
const AT_ONCE = 8;
/** Between two attempts, and for how long an attempt is leased: whoever took it over is dead. A minute holds one of each account. */
const LEASE_MS = MINUTE_MS;

/** Asks the operator's endpoint about accounts, in the leader: what one call is slow to answer, no job waits for. */
export function createCheckAccountsJob(ctx: Ctx): Job & { idle(): Promise<void> } {
  const calls = new Set<Promise<void>>();
  const stopping = new AbortController();
  const idle = async (): Promise<void> => {
    while (calls.size > 0) await Promise.all(calls);
  };
  return {
    name: 'check accounts',
    everyMs: SECOND_MS,
    run: async () => {
      const checker = await findChecker(ctx.db);
      const leased = checker?.is_on ? await lease(ctx, AT_ONCE - calls.size) : [];
      for (const check of leased) {
        const call = attempt(ctx, checker!, check, stopping.signal)
          .catch((error: unknown) => ctx.log.error({ err: error, check: String(check.id) }, 'a check failed'))
          .finally(() => calls.delete(call));
        calls.add(call);
      }
      return { more: false };
    },
    idle,
    end: async () => {
      stopping.abort();
      await idle();
    },
  };
}

/**
 * Leases what is due, claims before samples, and never more than the endpoint is to be called in a minute, whatever
 * the number of processes: the endpoint's row is locked meanwhile.
 */
async function lease(ctx: Ctx, room: number): Promise<CheckRow[]> {
  if (room <= 0) return [];
  return inTransaction(ctx, async ({ db, clock }) => {
    const checker = await findChecker(db, 'locked');
    if (!checker?.is_on) return [];
    const now = clock.now();
    const { count } = await db
      .selectFrom('account_checks')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('attempted_at', '>', new Date(now.getTime() - MINUTE_MS))
      .executeTakeFirstOrThrow();
    const most = Math.min(room, checker.per_minute - Number(count));
    if (most <= 0) return [];
    const { rows } = await sql<CheckRow>`
      with due as materialized (
        select one.id from account_checks one join check_runs run on run.id = one.run_id
        where one.result is null and one.next_at <= ${now} and one.attempts < ${MOST_ATTEMPTS}
          and run.ended_at is null and ${isStillWanted}
        order by run.kind, one.next_at, one.id limit ${most} for update of one skip locked)
      update account_checks one
      set attempts = attempts + 1, attempted_at = ${now}, next_at = ${new Date(now.getTime() + LEASE_MS)}
      from due where one.id = due.id returning one.*`.execute(db);
    return rows;
  });
}

/** Asks once. Nothing of an account is kept but whether it works. */
async function attempt(ctx: Ctx, checker: CheckerRow, check: CheckRow, signal: AbortSignal): Promise<void> {
  const id = check.item_id;
  const [item] = await openItems(ctx, [{ firstId: id, endId: id + 1n }]);
  const answer = item
    ? await askChecker(ctx, checker, { account: item.text, goodsId: check.goods_id }, signal)
    : ({ result: 'unknown', failure: 'erased' } as const);
  if (signal.aborted && answer.failure !== null) return;
  const isFinal = answer.failure === null || answer.failure === 'erased' || check.attempts >= MOST_ATTEMPTS;
  await ctx.db
    .updateTable('account_checks')
    .set({ failure: answer.failure, ...(isFinal && { result: answer.result }) })
    .where('id', '=', check.id)
    .where('attempts', '=', check.attempts)
    .where('result', 'is', null)
    .execute();
}
