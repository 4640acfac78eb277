import { randomInt, timingSafeEqual } from 'node:crypto';
import { addressBlock } from '../../../platform/address-block.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Keyring } from '../../../platform/keyring.ts';
import { refuse } from '../../../platform/refusal.ts';
import { foldName, isKnownNetwork } from '../../users/index.ts';
import { hashToken, newToken } from '../tokens.ts';
import {
  insertCode,
  listMailedNetworks,
  listRequestTimes,
  lockCodes,
  setCodeHash,
  type MailedCodeRow,
} from './mailed-codes.sql.ts';

const MINUTE_MS = 60_000;

const VALID_FOR_MS = 10 * MINUTE_MS;
const MIN_INTERVAL_MS = MINUTE_MS;
/** Keeps mailboxes from being flooded, and makes guessing codes over many requests hopeless. */
const MAX_PER_DAY = 20;
const HOUR_MS = 60 * MINUTE_MS;
/** Reset mails to one address. */
const MAX_PER_HOUR = 5;
/** How many of these networks can use up from which the user has never signed in; the others are the user's. */
const MAX_OF_STRANGERS_PER_HOUR = 3;
/** How long a request counts. */
export const COUNTED_FOR_MS = 24 * 60 * MINUTE_MS;
const MAX_ATTEMPTS = 5;

type CodeRequest =
  /** `userId` null for an unknown address. */
  | { readonly purpose: 'password'; readonly email: string; readonly userId: bigint | null }
  /** The new address, and the user who wants it. */
  | { readonly purpose: 'email'; readonly email: string; readonly userId: bigint };

/**
 * Records the request for a code and returns the reference of its mail. Refuses a second request within a minute
 * (codeStillValid) and too many (tooManyTries): for a change of address more than twenty a day, by user and by address;
 * for a reset more than five an hour from one network. What other networks ask for refuses nobody: beyond five mails an
 * hour, three of them asked for by strangers, the request is recorded like one for an unknown address.
 */
export async function requestCode(
  ctx: Ctx,
  { purpose, email, userId }: CodeRequest,
): Promise<{ reference: bigint; request: string }> {
  const { db, clock, address } = ctx;
  const now = clock.now();
  const request = newToken();
  const wanted = { purpose, email_key: foldName(email), user_id: userId, network: addressBlock(address) };
  // Always the user's lock first, so that no two requests can deadlock.
  if (purpose === 'email') await lockCodes(db, `codes of user ${userId}`);
  await lockCodes(db, wanted.email_key);
  const requests = await listRequestTimes(db, wanted, new Date(now.getTime() - COUNTED_FOR_MS));
  if (requests[0] && now.getTime() - requests[0].getTime() < MIN_INTERVAL_MS) refuse('codeStillValid');
  if (requests.length >= MAX_PER_DAY) refuse('tooManyTries', 'mailed codes of a day');
  const ofHour = requests.filter((time) => now.getTime() - time.getTime() < HOUR_MS);
  if (purpose === 'password' && ofHour.length >= MAX_PER_HOUR)
    refuse('tooManyTries', 'mailed codes of an hour');
  const mayMail = purpose === 'email' || (await mayMailReset(ctx, wanted.email_key, userId));
  const reference = await insertCode(db, {
    ...wanted,
    user_id: mayMail ? userId : null,
    email: purpose === 'email' ? email : null,
    request_hash: hashRequest(request),
    created_at: now,
    expires_at: new Date(now.getTime() + VALID_FOR_MS),
  });
  return { reference, request };
}

/** Stored in place of what the requester got, which is fully random. */
export const hashRequest = (request: string): string => hashToken(request).toString('base64');

/** Whether another reset mail may go out within this hour; part of the five is kept for the user's own networks. */
async function mayMailReset(
  { db, clock, address }: Ctx,
  emailKey: string,
  userId: bigint | null,
): Promise<boolean> {
  if (userId === null) return false;
  const mailed = await listMailedNetworks(db, emailKey, new Date(clock.now().getTime() - HOUR_MS));
  if (mailed.length >= MAX_PER_HOUR) return false;
  if (await isKnownNetwork(db, userId, address)) return true;
  const areKnown = await Promise.all(mailed.map((network) => isKnownNetwork(db, userId, network)));
  return areKnown.filter((isKnown) => !isKnown).length < MAX_OF_STRANGERS_PER_HOUR;
}

/** Bound to its request, and keyed: a plain hash of six digits could be reversed by trying all of them. */
export const hashCode = (keyring: Keyring, id: bigint, code: string): string =>
  keyring.fingerprint(`mailed code ${id} ${code}`).toString('base64');

/**
 * Generates the code and stores its hash, so that the code exists in the mail only. A mail that is sent again carries
 * a new code that replaces the old one. Null for an unknown address or a request that has ended.
 */
export async function issueCode(
  { db, keyring, clock }: Ctx,
  reference: bigint,
): Promise<{ code: string; userId: bigint } | null> {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const request = await setCodeHash(db, reference, hashCode(keyring, reference, code), clock.now());
  return request?.user_id ? { code, userId: request.user_id } : null;
}

/**
 * Accepts the code of a request once, within its time and five attempts; the caller has counted the attempt. Refuses
 * otherwise (codeWrong, codeExpired, tooManyTries).
 */
export function requireCode(
  { clock, keyring }: Ctx,
  attempted: MailedCodeRow | undefined,
  code: string,
): MailedCodeRow & { readonly user_id: bigint } {
  if (!attempted) return refuse('codeWrong', 'none was requested');
  if (attempted.used_at !== null || attempted.expires_at <= clock.now()) refuse('codeExpired');
  if (attempted.tries > MAX_ATTEMPTS) refuse('tooManyTries', 'mailed code');
  const { user_id: userId, code_hash: hash } = attempted;
  const given = Buffer.from(hashCode(keyring, attempted.id, code));
  if (userId === null || hash === null || !timingSafeEqual(Buffer.from(hash), given)) refuse('codeWrong');
  return { ...attempted, user_id: userId };
}
