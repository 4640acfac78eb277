import type { Proposable } from '@portside/contract';
import { aboutUser, changeOrPropose, isKnownNetwork, lockUser, type UserRow } from '../../users/index.ts';
import { recordOwnTies } from '../../approvals/index.ts';
import {
  deleteTwoFactor,
  isTwoFactorOn,
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
import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { endSessions } from '../sessions.ts';
import { guardSecret, requireOwnPassword } from '../guard-secret.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { addressBlock } from '../../../platform/ip-address.ts';
import { Secret, TOTP } from 'otpauth';
import { randomBytes } from 'node:crypto';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { holdSealingKey } from '../../../platform/keys/sealing-keys.sql.ts';

type Proof = { readonly password: string; readonly code: string };

/** Turns the caller's second factor off; needs password and code. Other sessions end. */
export async function turnOffTwoFactor(ctx: Ctx, { password, code }: Proof): Promise<void> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  await requireOwnPassword(ctx, password);
  await guardSecret(ctx, () => acceptCode(ctx, userId, code));
  await inTransaction(ctx, async (step) => {
    await deleteTwoFactor(step.db, userId);
    await setCodeAt(step.db, sessionId, null);
    await step.events.announce(step, 'credentialsChanged', { userId, keptSessionId: sessionId });
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.off', subject: `user:${userId}` });
  });
}

/**
 * Starts the enrolment of a second factor. Needs the caller's password (oldPasswordWrong), so that no one can lock the
 * owner of an unattended session out. Refuses if one is in use (twoFactorOn).
 */
export async function beginTwoFactor(ctx: Ctx, password: string): Promise<Enrolment> {
  return createEnrolment(ctx, await requireOwnPassword(ctx, password));
}

/**
 * Turns the second factor on with a first code. The user's other sessions, which have given no code, end. Answers with
 * its recovery codes.
 */
export async function confirmTwoFactor(ctx: Ctx, code: string): Promise<{ recovery_codes: string[] }> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  const begun = await guardSecret(ctx, () => acceptFirstCode(ctx, userId, code));
  return inTransaction(ctx, async (step) => {
    // A sign-in that saw none has opened its session, which ends below, or sees it once it has this lock.
    await lockUser(step.db, userId);
    if (!(await setConfirmed(step.db, begun, step.clock.now())))
      refuse('codeExpired', 'begun anew meanwhile');
    await setCodeAt(step.db, sessionId, step.clock.now());
    await endSessions(step, { userId, keptSessionId: sessionId });
    const codes = await replaceRecoveryCodes(step, userId);
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.on', subject: `user:${userId}` });
    return { recovery_codes: codes };
  });
}

/** New recovery codes in place of the old ones. Refuses a user without a second factor (notFound). */
export async function createRecoveryCodes(ctx: Ctx): Promise<{ recovery_codes: string[] }> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    if (!(await isTwoFactorOn(step.db, userId))) refuse('notFound', 'no second factor');
    const codes = await replaceRecoveryCodes(step, userId);
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.recovery', subject: `user:${userId}` });
    return { recovery_codes: codes };
  });
}

/** Accepts a fresh code: for five minutes the session can do what needs one (`freshCode` in the contract). */
export async function stepUp(ctx: Ctx, code: string): Promise<void> {
  const { userId, sessionId } = requireUser(ctx.actor);
  await guardSecret(ctx, () => acceptCode(ctx, userId, code));
  await setCodeAt(ctx.db, sessionId, ctx.clock.now());
}

/**
 * Removes the second factor of a user who has lost their phone, as an admin, at once or as a proposal; all their sessions
 * end. In production an admin has to set up a new one before acting again. Refuses a user without one (notFound), and
 * whom `changeOrPropose` refuses.
 */
export const resetTwoFactor = (ctx: Ctx, userId: bigint): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    requirePossible: async ({ db }) => {
      if (!(await isTwoFactorOn(db, userId))) refuse('notFound', 'no second factor');
    },
    termsOf: (user) => ({ change: 'twoFactor', ...aboutUser(user) }),
    change: async (step) => {
      if (!(await deleteTwoFactor(step.db, userId))) refuse('notFound', 'no second factor');
      await recordOwnTies(step, [userId]);
      await step.events.announce(step, 'credentialsChanged', { userId });
      await recordAudit(step, { action: 'user.twoFactor', subject: `user:${userId}` });
    },
  });

/** Sets when the session last gave a code; null once its user has no second factor. */
async function setCodeAt(db: Db, id: bigint, codeAt: Date | null): Promise<void> {
  await db.updateTable('sessions').set({ code_at: codeAt }).where('id', '=', id).execute();
}

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
 * Accepts the first code, which shows that the app has the secret. Refuses if the second factor is on already
 * (twoFactorOn) or the enrolment is too old (codeExpired).
 */
async function acceptFirstCode(ctx: Ctx, userId: bigint, code: string): Promise<TwoFactorRow> {
  const row = await countAttempt(ctx, userId);
  if (row.confirmed_at !== null) refuse('twoFactorOn');
  if (ctx.clock.now().getTime() - row.started_at.getTime() > CONFIRM_WITHIN_MS) refuse('codeExpired');
  await checkCode(ctx, row, code);
  await clearCodeAttempts(ctx.db, userId, addressBlock(ctx.address));
  return row;
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
async function replaceRecoveryCodes(
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

type Enrolment = {
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
