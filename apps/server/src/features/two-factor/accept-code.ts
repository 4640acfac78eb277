import { addressBlock } from '../../platform/address-block.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { isKnownNetwork } from '../users/index.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { consumeRecoveryCode } from './recovery-codes.sql.ts';
import { placeOf } from './sealed-two-factors.ts';
import { findTimeStep } from './totp.ts';
import {
  clearCodeAttempts,
  consumeTimeStep,
  countCodeAttempt,
  findTwoFactor,
  setConfirmed,
  type TwoFactorRow,
} from './two-factor.sql.ts';

/** Wrong codes from one network within 15 minutes. */
const MAX_ATTEMPTS = 5;
/** Wrong codes from all networks together, beyond which only the user's own networks get further attempts. */
const MAX_OF_ALL = 50;
/** A secret that was shown but not used for this long may have been seen by others. */
const CONFIRM_WITHIN_MS = 15 * 60_000;

/**
 * Accepts a code of the user's authenticator app or a recovery code, once. Refuses a wrong or used one (codeWrong), the
 * sixth wrong one from a network within 15 minutes (tooManyTries), and a user without a second factor
 * (twoFactorMissing). Wrong codes from elsewhere do not keep the user out of a network that they have signed in from.
 * Must not run in a transaction, whose rollback would undo the count.
 */
export async function acceptCode(ctx: Ctx, userId: bigint, code: string): Promise<void> {
  const row = await countAttempt(ctx, userId);
  if (row.confirmed_at === null) refuse('twoFactorMissing');
  if (/^\d{6}$/.test(code)) await checkCode(ctx, row, code);
  else if (!(await consumeRecoveryCode(ctx.db, userId, hashRecoveryCode(ctx.keyring, userId, code))))
    refuse('codeWrong');
  await clearCodeAttempts(ctx.db, userId, addressBlock(ctx.address));
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
  await clearCodeAttempts(ctx.db, userId, addressBlock(ctx.address));
  await setConfirmed(ctx.db, userId, ctx.clock.now());
}

async function countAttempt({ db, clock, address }: Ctx, userId: bigint): Promise<TwoFactorRow> {
  if (db.isTransaction) throw new Error('an attempt must not be counted in a transaction');
  const row = (await findTwoFactor(db, userId)) ?? refuse('twoFactorMissing');
  const { own, all } = await countCodeAttempt(db, userId, addressBlock(address), clock.now());
  const isSpent = own > MAX_ATTEMPTS || (all > MAX_OF_ALL && !(await isKnownNetwork(db, userId, address)));
  return isSpent ? refuse('tooManyTries', 'two-factor code') : row;
}

async function checkCode({ db, clock, keyring }: Ctx, row: TwoFactorRow, code: string): Promise<void> {
  const secret = keyring.open({ keyId: row.key_id, sealed: row.sealed }, placeOf(row.user_id));
  const timeStep = findTimeStep(secret, code, clock.now());
  if (timeStep === null || !(await consumeTimeStep(db, row.user_id, timeStep))) refuse('codeWrong');
}
