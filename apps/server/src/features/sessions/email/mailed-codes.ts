import { randomInt, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../platform/context.ts';
import type { Keyring } from '../../../platform/keyring.ts';
import { refuse } from '../../../platform/refusal.ts';
import { foldName } from '../../users/index.ts';
import {
  insertCode,
  listRequestTimes,
  lockCodes,
  setCodeHash,
  type MailedCodeRow,
} from './mailed-codes.sql.ts';

const MINUTE_MS = 60_000;

const VALID_MS = 10 * MINUTE_MS;
const PAUSE_MS = MINUTE_MS;
/** Keeps a mailbox from being flooded, and a patient guesser from ever getting there. */
const MOST_PER_DAY = 20;
/** How long a request counts. */
export const REMEMBERED_MS = 24 * 60 * MINUTE_MS;
const MOST_TRIES = 5;

type CodeRequest =
  /** Null where nobody has that address. */
  | { readonly purpose: 'password'; readonly email: string; readonly userId: bigint | null }
  /** The address to move to, and who wants to. */
  | { readonly purpose: 'email'; readonly email: string; readonly userId: bigint };

/**
 * Writes down that a code was asked for, and answers the reference of its mail. A new one is there after a
 * minute, twenty a day; where a user asks for codes to other addresses, by user and by address.
 */
export async function openCode({ db, clock }: Ctx, { purpose, email, userId }: CodeRequest): Promise<bigint> {
  const now = clock.now();
  const request = { purpose, email_key: foldName(email), user_id: userId };
  // The user first, always: nobody waits for somebody who waits for him.
  if (purpose === 'email') await lockCodes(db, `codes of user ${userId}`);
  await lockCodes(db, request.email_key);
  const asked = await listRequestTimes(db, request, new Date(now.getTime() - REMEMBERED_MS));
  if (asked[0] && now.getTime() - asked[0].getTime() < PAUSE_MS) refuse('codeStillValid');
  if (asked.length >= MOST_PER_DAY) refuse('tooManyTries', 'mailed codes of a day');
  return insertCode(db, {
    ...request,
    email: purpose === 'email' ? email : null,
    created_at: now,
    expires_at: new Date(now.getTime() + VALID_MS),
  });
}

/** Bound to its request. Keyed, because a plain hash of six digits is as good as the digits. */
export const hashCode = (keyring: Keyring, id: bigint, code: string): string =>
  keyring.fingerprint(`mailed code ${id} ${code}`).toString('base64');

/**
 * Makes the code and keeps its hash, so that the code is nowhere but in the mail. A mail sent again carries
 * a new code in place of the old. Null for an unknown address or a request that is over.
 */
export async function makeCode(
  { db, keyring, clock }: Ctx,
  reference: bigint,
): Promise<{ code: string; userId: bigint } | null> {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const request = await setCodeHash(db, reference, hashCode(keyring, reference, code), clock.now());
  return request?.user_id ? { code, userId: request.user_id } : null;
}

/** Whether it is the code of that request: five tries, in time, once. The caller has counted the try. */
export function requireCode(
  { clock, keyring }: Ctx,
  tried: MailedCodeRow | undefined,
  code: string,
): MailedCodeRow & { readonly user_id: bigint } {
  if (!tried) return refuse('codeWrong', 'none was asked for');
  if (tried.used_at !== null || tried.expires_at <= clock.now()) refuse('codeExpired');
  if (tried.tries > MOST_TRIES) refuse('tooManyTries', 'mailed code');
  const { user_id: userId, code_hash: hash } = tried;
  const given = Buffer.from(hashCode(keyring, tried.id, code));
  if (userId === null || hash === null || !timingSafeEqual(Buffer.from(hash), given)) refuse('codeWrong');
  return { ...tried, user_id: userId };
}
