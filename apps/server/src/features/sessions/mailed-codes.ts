import { randomInt } from 'node:crypto';
import { addressBlock } from '../../platform/ip-address.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUser, foldName, isKnownNetwork } from '../users/index.ts';
import { hashToken, newToken, isSameSecret } from '../../platform/tokens.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import { lockName, type Db } from '../../platform/db/db.ts';
import type { MailedCodesTable } from './sessions.sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';

const VALID_FOR_MS = 10 * MINUTE_MS;
const MIN_INTERVAL_MS = MINUTE_MS;
/** Keeps mailboxes from being flooded, and makes guessing codes over many requests hopeless. */
const MAX_PER_DAY = 20;
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
  | { readonly purpose: 'email'; readonly email: string; readonly userId: bigint }
  /** The address that a user confirms. */
  | { readonly purpose: 'confirm'; readonly email: string; readonly userId: bigint };

/**
 * Records the request for a code and returns the reference of its mail. Refuses a second request within a minute
 * (codeStillValid) and too many (tooManyTries): for an address more than twenty a day, by user and, to move to it, by
 * address; for a reset more than five an hour from one network. What others ask for refuses nobody a reset or a
 * confirmation: beyond five resets an hour, three of them asked for by strangers, and twenty confirmations a day of an
 * address that is not the user's, the request is recorded, and nothing is mailed.
 */
export async function requestCode(
  ctx: Ctx,
  { purpose, email, userId }: CodeRequest,
): Promise<{ reference: bigint; request: string; isMailed: boolean }> {
  const { db, clock, address } = ctx;
  const now = clock.now();
  const request = newToken();
  const wanted = { purpose, email_key: foldName(email), user_id: userId, network: addressBlock(address) };
  // Always the user's lock first, so that no two requests can deadlock.
  if (purpose !== 'password') await lockName(db, `codes of user ${userId}`);
  await lockName(db, wanted.email_key);
  const requests = await listRequestTimes(db, wanted, new Date(now.getTime() - COUNTED_FOR_MS));
  if (requests[0] && now.getTime() - requests[0].getTime() < MIN_INTERVAL_MS) refuse('codeStillValid');
  if (requests.length >= MAX_PER_DAY) refuse('tooManyTries', 'mailed codes of a day');
  const ofHour = requests.filter((time) => now.getTime() - time.getTime() < HOUR_MS);
  if (purpose === 'password' && ofHour.length >= MAX_PER_HOUR)
    refuse('tooManyTries', 'mailed codes of an hour');
  const isMailed =
    purpose === 'password'
      ? await mayMailReset(ctx, wanted.email_key, userId)
      : purpose === 'email' || (await mayMailConfirmation(ctx, wanted.email_key, userId));
  const reference = await insertCode(db, {
    ...wanted,
    user_id: isMailed || purpose !== 'password' ? userId : null,
    email: purpose === 'email' ? email : null,
    request_hash: hashRequest(request),
    created_at: now,
    expires_at: new Date(now.getTime() + VALID_FOR_MS),
  });
  return { reference, request, isMailed };
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

/** Whether a code may go to an address that anybody can name: strangers' requests do not keep its owner from it. */
async function mayMailConfirmation({ db, clock }: Ctx, emailKey: string, userId: bigint): Promise<boolean> {
  const user = await findUser(db, userId);
  if (user?.email_key === emailKey) return true;
  const { count } = await db
    .selectFrom('mailed_codes')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('purpose', '=', 'confirm')
    .where('email_key', '=', emailKey)
    .where('created_at', '>', new Date(clock.now().getTime() - COUNTED_FOR_MS))
    .executeTakeFirstOrThrow();
  return Number(count) < MAX_PER_DAY;
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
  if (userId === null || hash === null || !isSameSecret(given, Buffer.from(hash))) refuse('codeWrong');
  return { ...attempted, user_id: userId };
}

export type MailedCodeRow = Selectable<MailedCodesTable>;

/**
 * Codes that are counted together: by the user for an address; for password resets by the address and who
 * asked, so that nobody uses up another's attempts.
 */
type CodeKey =
  | { readonly purpose: 'password'; readonly emailKey: string; readonly requestHash: string }
  | { readonly purpose: 'password'; readonly emailKey: string; readonly network: string }
  | { readonly purpose: 'email' | 'confirm'; readonly userId: bigint };

type CodeOrigin = Pick<MailedCodeRow, 'purpose' | 'email_key' | 'user_id' | 'network'>;

/**
 * When codes of that purpose were requested, newest first: for a change of address by that user or for that address,
 * to confirm one by that user, for a password reset for that address from that network.
 */
async function listRequestTimes(
  db: Db,
  { purpose, email_key, user_id, network }: CodeOrigin,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('mailed_codes')
    .select('created_at')
    .where('purpose', '=', purpose)
    .where((is) => {
      const [isOfAddress, isOfUser] = [is('email_key', '=', email_key), is('user_id', '=', user_id)];
      if (purpose === 'confirm') return isOfUser;
      if (purpose === 'email') return is.or([isOfAddress, isOfUser]);
      return is.and([isOfAddress, is('network', '=', network)]);
    })
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => row.created_at);
}

/** From which networks a reset code was mailed to that address, one entry a mail. */
async function listMailedNetworks(db: Db, emailKey: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('mailed_codes')
    .select('network')
    .where('purpose', '=', 'password')
    .where('email_key', '=', emailKey)
    .where('user_id', 'is not', null)
    .where('created_at', '>', since)
    .execute();
  return rows.map(({ network }) => network);
}

async function insertCode(db: Db, code: Insertable<MailedCodesTable>): Promise<bigint> {
  const { id } = await db.insertInto('mailed_codes').values(code).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const findCode = (db: Db, id: bigint): Promise<MailedCodeRow | undefined> =>
  db.selectFrom('mailed_codes').selectAll().where('id', '=', id).executeTakeFirst();

/** Sets the hash of a code that is still valid; undefined if the request has ended or has no user. */
const setCodeHash = (db: Db, id: bigint, codeHash: string, now: Date): Promise<MailedCodeRow | undefined> =>
  db
    .updateTable('mailed_codes')
    .set({ code_hash: codeHash })
    .where('id', '=', id)
    .where('user_id', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** Counts an attempt against the newest code with that key and returns the code. */
export const countCodeAttempt = (db: Db, key: CodeKey): Promise<MailedCodeRow | undefined> =>
  db
    .updateTable('mailed_codes')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('mailed_codes')
        .select('id')
        .where('purpose', '=', key.purpose)
        .where((is) =>
          key.purpose !== 'password'
            ? is('user_id', '=', key.userId)
            : is.and([
                is('email_key', '=', key.emailKey),
                'network' in key ? is('network', '=', key.network) : is('request_hash', '=', key.requestHash),
              ]),
        )
        .orderBy('id', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();

/** False if the code was used meanwhile. */
export async function markCodeUsed(db: Db, id: bigint, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('mailed_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCodesBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('mailed_codes').where('created_at', '<', time).execute();
}
