import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { associatedDataOf } from './sealed-two-factors.ts';
import { findTimeStep } from './totp.ts';
import { countCodeAttempt, setConfirmed, consumeTimeStep, type TwoFactorRow } from './two-factor.sql.ts';

const MAX_ATTEMPTS = 5;
/** A secret that was shown but not used for this long may have been seen by others. */
const CONFIRM_WITHIN_MS = 15 * 60_000;

/**
 * Accepts a code of the user's authenticator app, once. Refuses a wrong or used one (codeWrong), the sixth wrong one
 * within 15 minutes (tooManyTries), and a user without a second factor (twoFactorMissing). Must not run in a
 * transaction, whose rollback would undo the count.
 */
export async function acceptCode(ctx: Ctx, userId: bigint, code: string): Promise<void> {
  const row = await countAttempt(ctx, userId);
  if (row.confirmed_at === null) refuse('twoFactorMissing');
  await checkCode(ctx, row, code);
}

/**
 * Accepts the first code, which shows that the app has the secret: from now on codes are required. Refuses where the
 * second factor is on already (twoFactorOn) or the enrolment is too old (codeExpired).
 */
export async function acceptFirstCode(ctx: Ctx, userId: bigint, code: string): Promise<void> {
  const row = await countAttempt(ctx, userId);
  if (row.confirmed_at !== null) refuse('twoFactorOn');
  if (ctx.clock.now().getTime() - row.started_at.getTime() > CONFIRM_WITHIN_MS) refuse('codeExpired');
  await checkCode(ctx, row, code);
  await setConfirmed(ctx.db, userId, ctx.clock.now());
}

async function countAttempt({ db, clock }: Ctx, userId: bigint): Promise<TwoFactorRow> {
  if (db.isTransaction) throw new Error('an attempt must not be counted in a transaction');
  const row = (await countCodeAttempt(db, userId, clock.now())) ?? refuse('twoFactorMissing');
  return row.tries > MAX_ATTEMPTS ? refuse('tooManyTries', 'two-factor code') : row;
}

async function checkCode({ db, clock, keyring }: Ctx, row: TwoFactorRow, code: string): Promise<void> {
  const secret = keyring.open({ keyId: row.key_id, sealed: row.sealed }, associatedDataOf(row.user_id));
  const timeStep = findTimeStep(secret, code, clock.now());
  if (timeStep === null || !(await consumeTimeStep(db, row.user_id, timeStep))) refuse('codeWrong');
}
