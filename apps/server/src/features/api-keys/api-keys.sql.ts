import type { ApiKey, ApiKeyKind, ApiKeyState, Protocol } from '@portside/contract';
import { sql, type Generated, type RawBuilder, type Selectable } from 'kysely';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { holdSealingKey } from '../../platform/keys/sealing-keys.sql.ts';
import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';
import { readSetting } from '../settings/index.ts';
import { hasPrefix } from '../users/index.ts';

type ApiKeysTable = {
  id: Generated<bigint>;
  user_id: bigint;
  kind: ApiKeyKind;
  /** Null for the API. */
  protocol: Protocol | null;
  name: string;
  /** SHA-256; the key itself is known to its holder only. */
  key_hash: Buffer;
  hint: string;
  scopes: ApiKey['scopes'];
  ranges: string[];
  spend_a_day_micro: bigint | null;
  goods_ids: Generated<bigint[]>;
  lines_a_day: number | null;
  created_at: Date;
  ends_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  last_address: string | null;
};

/** Of a key that signs calls, or that signs the callbacks of its orders. */
type ApiKeySecretsTable = { api_key_id: bigint; key_id: string; sealed: Buffer };
type ApiKeyDaysTable = { api_key_id: bigint; day: string; calls: number; errors: number };
type ApiKeyRightsTable = { user_id: bigint; is_allowed: boolean };

declare module '../../platform/db/db.ts' {
  interface Database {
    api_keys: ApiKeysTable;
    api_key_secrets: ApiKeySecretsTable;
    api_key_days: ApiKeyDaysTable;
    api_key_rights: ApiKeyRightsTable;
  }
}

export type ApiKeyRow = Omit<Selectable<ApiKeysTable>, 'key_hash'>;

export const stateOf = ({ revoked_at, ends_at }: ApiKeyRow, now: Date): ApiKeyState => {
  if (revoked_at !== null) return 'revoked';
  return ends_at !== null && ends_at <= now ? 'ended' : 'active';
};

/** Named, so that no list has the hash. */
const COLUMNS = sql`k.id, k.user_id, k.kind, k.protocol, k.name, k.hint, k.scopes, k.ranges, k.spend_a_day_micro, k.goods_ids,
  k.lines_a_day, k.created_at, k.ends_at, k.revoked_at, k.last_used_at, k.last_address`;

const isActive = (now: Date): RawBuilder<boolean> =>
  sql`(k.revoked_at is null and (k.ends_at is null or k.ends_at > ${now}))`;

/** Of a user's keys, the active ones first; of the others the newest. */
export async function listKeysOf(db: Db, userId: bigint, now: Date, limit: number): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select ${COLUMNS} from api_keys k where k.user_id = ${userId} and k.kind = 'buyer'
    order by ${isActive(now)} desc, k.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Active keys of a kind, counted after the user's row was locked: two that are made at once see each other. */
export async function countActive(db: Db, userId: bigint, kind: ApiKeyKind, now: Date): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(db);
  const { rows } = await sql<{ active: number }>`
    select count(*)::int as active from api_keys k
    where k.user_id = ${userId} and k.kind = ${kind} and ${isActive(now)}`.execute(db);
  return rows[0]!.active;
}

export type ListedKey = ApiKeyRow & {
  readonly username: string;
  readonly days: readonly { readonly day: string; readonly calls: number; readonly errors: number }[];
};

type Filter = {
  readonly id?: bigint;
  /** Folded. */
  readonly user?: string | undefined;
  readonly kind?: ApiKeyKind | undefined;
  readonly state?: ApiKeyState | undefined;
  readonly before?: bigint | undefined;
};

const SHOWN_DAYS = 14;

/** Keys of all users with their use, newest first. */
export async function findKeys(
  db: Db,
  { id, user, kind, state, before }: Filter,
  now: Date,
  limit: number,
): Promise<ListedKey[]> {
  const states: Record<ApiKeyState, RawBuilder<unknown>> = {
    active: isActive(now),
    ended: sql`k.revoked_at is null and k.ends_at <= ${now}`,
    revoked: sql`k.revoked_at is not null`,
  };
  const { rows } = await sql<ListedKey>`
    select ${COLUMNS}, users.username, coalesce((
      select json_agg(json_build_object('day', day, 'calls', calls, 'errors', errors) order by day desc)
      from api_key_days where api_key_id = k.id and day > (${now}::timestamptz at time zone 'UTC')::date - ${SHOWN_DAYS}::int
    ), '[]') as days
    from api_keys k join users on users.id = k.user_id
    where ${id === undefined ? sql`true` : sql`k.id = ${id}`}
      and ${before === undefined ? sql`true` : sql`k.id < ${before}`}
      and ${kind === undefined ? sql`true` : sql`k.kind = ${kind}`}
      and ${state === undefined ? sql`true` : states[state]}
      and ${user === undefined ? sql`true` : hasPrefix(user)}
    order by k.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Revokes a key, of this user's own if one is named; false for one that is unknown or was revoked before. */
export async function revokeKey(db: Db, id: bigint, now: Date, ownerId?: bigint): Promise<boolean> {
  const row = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .$if(ownerId !== undefined, (query) => query.where('user_id', '=', ownerId!).where('kind', '=', 'buyer'))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** All keys of a user, those for the shop's programs too. */
export async function revokeKeysOf(db: Db, userId: bigint, now: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Whether a user may have keys: what was decided for them, or else the setting. */
export async function readRight(
  db: Db,
  userId: bigint,
): Promise<{ readonly right: 'setting' | 'allowed' | 'denied'; readonly isAllowed: boolean }> {
  const row = await db
    .selectFrom('api_key_rights')
    .select('is_allowed')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row) return { right: row.is_allowed ? 'allowed' : 'denied', isAllowed: row.is_allowed };
  return { right: 'setting', isAllowed: (await readSetting(db, 'apiKeysFor')) === 'everyone' };
}

type Sealing = { readonly db: Db; readonly keyring: Keyring };

/** A secret opens only for its own key. */
const placeOf = (keyId: bigint): string => `api-key:${keyId}`;

export const sealedKeySecrets: SealedTable = {
  name: 'api_key_secrets',
  key: ['api_key_id'],
  place: (row) => placeOf(row['api_key_id']!),
};

/** Keeps the secret that signs a key's calls, or the callbacks of its orders. */
export async function sealKeySecret({ db, keyring }: Sealing, keyId: bigint, secret: string): Promise<void> {
  await holdSealingKey(db, keyring);
  const { keyId: sealingKey, sealed } = keyring.seal(secret, placeOf(keyId));
  await db.insertInto('api_key_secrets').values({ api_key_id: keyId, key_id: sealingKey, sealed }).execute();
}

/** The secret that signs a key's calls or callbacks; null for one that is unknown, is not active any more or has none. */
export async function openKeySecret(
  { db, keyring, clock }: Sealing & { readonly clock: Clock },
  keyId: bigint,
): Promise<string | null> {
  const row = await db
    .selectFrom('api_key_secrets')
    .innerJoin('api_keys as k', 'k.id', 'api_key_id')
    .select(['key_id', 'sealed'])
    .where('api_key_id', '=', keyId)
    .where(isActive(clock.now()))
    .executeTakeFirst();
  return row ? keyring.open({ keyId: row.key_id, sealed: row.sealed }, placeOf(keyId)) : null;
}

/** Keys by their names. */
export const nameApiKeys: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute());
