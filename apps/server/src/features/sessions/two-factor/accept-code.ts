import { addressBlock } from '../../../platform/ip-address.ts';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { isKnownNetwork, type UserRow } from '../../users/index.ts';
import {
  consumeRecoveryCode,
  clearCodeAttempts,
  consumeTimeStep,
  countCodeAttempt,
  findTwoFactor,
  setConfirmed,
  type TwoFactorRow,
  associatedDataOf,
  replaceRecoveryCodeHashes,
  replaceUnconfirmed,
} from './two-factor.sql.ts';
import { Secret, TOTP } from 'otpauth';
import { randomBytes } from 'node:crypto';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { holdSealingKey } from '../../../platform/keys/sealing-keys.sql.ts';

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
 * Accepts the first code, which shows that the app has the secret: from now on codes are required. Refuses if the
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
  const secret = keyring.open({ keyId: row.key_id, sealed: row.sealed }, associatedDataOf(row.user_id));
  const timeStep = findTimeStep(secret, code, clock.now());
  if (timeStep === null || !(await consumeTimeStep(db, row.user_id, timeStep))) refuse('codeWrong');
}

const SECRET_BYTES = 20;

const PERIOD_S = 30;

/** Clocks of phones are off by less than one step. */
const STEPS_AROUND = 1;

/** Base32, as authenticator apps read it. */
const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The text of the QR code for an authenticator app (RFC 6238 with what all apps support: SHA-1, 6 digits, 30 s). */
const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ secret, issuer, label, period: PERIOD_S }).toString();

/** The time step of the code: the present one or an adjacent one; null for a wrong code. */
function findTimeStep(secret: string, code: string, now: Date): bigint | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
    timestamp,
    window: STEPS_AROUND,
  });
  return delta === null ? null : BigInt(TOTP.counter({ period: PERIOD_S, timestamp }) + delta);
}

const CODES = 10;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const LENGTH = 10;

/** Ten codes of 50 random bits, "ABCDE-FGHIJ", in place of those that are left. They are not kept in the clear. */
export async function replaceRecoveryCodes(
  { db, keyring }: Pick<Ctx, 'db' | 'keyring'>,
  userId: bigint,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await replaceRecoveryCodeHashes(
    db,
    userId,
    codes.map((code) => hashRecoveryCode(keyring, userId, code)),
  );
  return codes;
}

/** Keyed and bound to the user; spelling with small letters and without the dash is the same code. */
const hashRecoveryCode = (keyring: Keyring, userId: bigint, code: string): string =>
  keyring.fingerprint(`recovery code ${userId} ${code.toUpperCase().replace('-', '')}`).toString('base64');

function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

export type Enrolment = {
  /** Base32, to be typed into an app that cannot read the QR code. */
  readonly secret: string;
  /** The text of the QR code. */
  readonly uri: string;
};

/** A new secret for the user's authenticator app, never shown again. Refuses if one is in use (twoFactorOn). */
export async function createEnrolment(ctx: Ctx, user: UserRow): Promise<Enrolment> {
  const secret = newTotpSecret();
  const sealed = ctx.keyring.seal(secret, associatedDataOf(user.id));
  await inTransaction(ctx, async ({ db, clock }) => {
    await holdSealingKey(db, ctx.keyring);
    if (!(await replaceUnconfirmed(db, user.id, sealed, clock.now()))) refuse('twoFactorOn');
  });
  return { secret, uri: totpUri(secret, new URL(ctx.publicUrl).host, user.username) };
}
