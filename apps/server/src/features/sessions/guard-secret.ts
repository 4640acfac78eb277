import type { ErrorName } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { logout } from './sessions.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { findUser, isPasswordOf, type UserRow } from '../users/index.ts';

/** Passwords and codes together, as long as the session lasts: a right one must not buy further guesses of the other. */
const MOST_WRONG = 10;

/** All other refusals reveal nothing about the secret. */
const WRONG: ReadonlySet<ErrorName> = new Set(['oldPasswordWrong', 'codeWrong']);

/**
 * Checks a secret of the caller inside their session. Each try is counted as wrong before it is checked, so that
 * concurrent ones count too, of which ten are checked at a time (tooManyTries). Refuses the tenth wrong one
 * (notSignedIn) and ends the session, so that it is no oracle for whoever has stolen it. Passwords do not count against
 * signing in, or a thief could block that. Must not run in a transaction, whose rollback would undo the count.
 */
export async function guardSecret<T>(ctx: Ctx, check: () => Promise<T>): Promise<T> {
  const { sessionId } = requireUser(ctx.actor);
  if (ctx.db.isTransaction) throw new Error('a try must not be counted in a transaction');
  const wrong = await countWrongSecret(ctx.db, sessionId, MOST_WRONG);
  // Ten are being checked at this moment; the tenth wrong one ends the session.
  if (wrong === undefined) return refuse('tooManyTries');
  try {
    const checked = await check();
    await uncountWrongSecret(ctx.db, sessionId);
    return checked;
  } catch (error) {
    const isWrong = error instanceof Refusal && WRONG.has(error.reason);
    if (!isWrong) await uncountWrongSecret(ctx.db, sessionId);
    else if (wrong === MOST_WRONG) await endGuessing(ctx);
    throw error;
  }
}

async function endGuessing(ctx: Ctx): Promise<never> {
  await logout(ctx);
  return refuse('notSignedIn', 'too many wrong secrets');
}

/** Checks the caller's password again. Refuses a wrong one (oldPasswordWrong) and too many (`guardSecret`). */
export const requireOwnPassword = (ctx: Ctx, password: string): Promise<UserRow> =>
  guardSecret(ctx, async () => {
    const user = (await findUser(ctx.db, requireUser(ctx.actor).userId)) ?? refuse('notSignedIn');
    return (await isPasswordOf(user, password)) ? user : refuse('oldPasswordWrong');
  });

/** Counts a wrong secret and returns the count; undefined if the session has ended or has had `most` of them. */
async function countWrongSecret(db: Db, id: bigint, most: number): Promise<number | undefined> {
  const row = await db
    .updateTable('sessions')
    .set({ wrong_secrets: sql`wrong_secrets + 1` })
    .where('id', '=', id)
    .where('wrong_secrets', '<', most)
    .returning('wrong_secrets')
    .executeTakeFirst();
  return row?.wrong_secrets;
}

/** Takes one back that was not wrong. */
async function uncountWrongSecret(db: Db, id: bigint): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ wrong_secrets: sql`wrong_secrets - 1` })
    .where('id', '=', id)
    .execute();
}
