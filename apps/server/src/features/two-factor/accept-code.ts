import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { placeOf } from './sealed-two-factors.ts';
import { stepOfCode } from './totp.ts';
import { countCodeTry, setConfirmed, useStep, type TwoFactorRow } from './two-factor.sql.ts';

const MOST_TRIES = 5;
/** A secret that was shown and not used for so long may have been seen by others. */
const CONFIRM_WITHIN_MS = 15 * 60_000;

/**
 * Uses up a code of the user's authenticator app. Refuses a wrong or used one (codeWrong), the sixth wrong
 * one within a quarter of an hour (tooManyTries), and who has no second factor (twoFactorMissing). Not
 * within a transaction: its end must not undo the counting.
 */
export async function acceptCode(ctx: Ctx, userId: bigint, code: string): Promise<void> {
  const row = await tryCode(ctx, userId);
  if (row.confirmed_at === null) refuse('twoFactorMissing');
  await checkCode(ctx, row, code);
}

/** The first code shows that the app has the secret: from now on codes are asked for. */
export async function acceptFirstCode(ctx: Ctx, userId: bigint, code: string): Promise<void> {
  const row = await tryCode(ctx, userId);
  if (row.confirmed_at !== null) refuse('twoFactorOn');
  if (ctx.clock.now().getTime() - row.started_at.getTime() > CONFIRM_WITHIN_MS) refuse('codeExpired');
  await checkCode(ctx, row, code);
  await setConfirmed(ctx.db, userId, ctx.clock.now());
}

async function tryCode({ db, clock }: Ctx, userId: bigint): Promise<TwoFactorRow> {
  if (db.isTransaction) throw new Error('a try must count whatever becomes of it');
  const row = (await countCodeTry(db, userId, clock.now())) ?? refuse('twoFactorMissing');
  return row.tries > MOST_TRIES ? refuse('tooManyTries', 'two-factor code') : row;
}

async function checkCode({ db, clock, keyring }: Ctx, row: TwoFactorRow, code: string): Promise<void> {
  const secret = keyring.open({ keyId: row.key_id, sealed: row.sealed }, placeOf(row.user_id));
  const step = stepOfCode(secret, code, clock.now());
  if (step === null || !(await useStep(db, row.user_id, step))) refuse('codeWrong');
}
