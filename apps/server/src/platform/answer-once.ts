import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { requireUser } from './actor.ts';
import { DAY_MS } from './clock.ts';
import { inTransaction, type Ctx } from './context.ts';
import { refuse } from './refusal.ts';

type Repeatable = { readonly key: string; readonly request: unknown };

/**
 * Runs a step once for each of the caller's idempotency keys: repeated, the call gets the first answer, which has to be
 * plain JSON. Of two at the same time, the second waits. Refuses a key that was used for another request (keyReused).
 */
export function answerOnce<T>(
  ctx: Ctx,
  { key, request }: Repeatable,
  run: (step: Ctx) => Promise<T>,
): Promise<T> {
  const { userId } = requireUser(ctx.actor);
  const hash = createHash('sha256').update(JSON.stringify(request)).digest();
  return inTransaction(ctx, async (step) => {
    const { rows: taken } = await sql`
      insert into repeatable_calls (user_id, idempotency_key, request_hash, called_at)
      values (${userId}, ${key}, ${hash}, ${step.clock.now()})
      on conflict do nothing returning user_id`.execute(step.db);
    if (taken.length === 0) {
      const { rows } = await sql<{ request_hash: Buffer; answer: T }>`
        select request_hash, answer from repeatable_calls
        where user_id = ${userId} and idempotency_key = ${key}`.execute(step.db);
      return rows[0]!.request_hash.equals(hash) ? rows[0]!.answer : refuse('keyReused');
    }
    const answer = await run(step);
    await sql`
      update repeatable_calls set answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${userId} and idempotency_key = ${key}`.execute(step.db);
    return answer;
  });
}

/** Nobody repeats a call after so long. */
const KEPT_MS = 30 * DAY_MS;
const BATCH = 1_000;

/** Deletes the answers that nobody asks for again; its key then stands for a new call. */
export async function sweepRepeatableCalls({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const { rows } = await sql`
    delete from repeatable_calls where (user_id, idempotency_key) in (
      select user_id, idempotency_key from repeatable_calls
      where called_at < ${new Date(clock.now().getTime() - KEPT_MS)} limit ${BATCH})
    returning user_id`.execute(db);
  return { more: rows.length === BATCH };
}
