import { paths, type Protocol } from '@portside/contract';
import type { Path } from '@portside/contract/wire/shop-paths';
import { CompiledQuery } from 'kysely';
import { isWithin } from '../../platform/ip-address.ts';
import { BatchQueue } from '../../platform/batch-queue.ts';
import type { Ctx } from '../../platform/context.ts';
import { byteaArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { KeyActor } from '../../platform/http/key-calls.ts';
import { refuse } from '../../platform/refusal.ts';
import { hashToken } from '../../platform/tokens.ts';
import { permissionsOfRole } from '../roles/index.ts';
import { notReadyOf } from '../sessions/index.ts';
import { stateOf, type ApiKeyRow } from './api-keys.sql.ts';
import { isWellTyped } from './key-text.ts';
import { recordKeyUse } from './key-use.ts';

/** A key with its user and what the shop says of keys, as they are now. */
type FoundKey = ApiKeyRow & {
  readonly status: 'active' | 'frozen' | 'closed';
  readonly must_change_password: boolean;
  readonly menus: readonly string[] | null;
  readonly actions: readonly string[] | null;
  readonly is_owner: boolean | null;
  /** When the second factor was set up; null without one. */
  readonly code_at: Date | null;
  readonly is_allowed: boolean;
  readonly per_minute: number;
  readonly has_callbacks: boolean;
};

/**
 * Who acts by a key, from this address. Refuses one with a typing error (apiKeyMistyped), an unknown, ended or revoked one
 * (apiKeyInvalid), a blocked user's (accountFrozen), one of a user who may not have any (apiKeysOff), and one from an
 * address that it is not for (apiKeyAddressRefused). Everything is read every time, so a change counts from the next call.
 */
export async function authenticateKey(ctx: Ctx, key: string): Promise<KeyActor> {
  if (!isWellTyped(key)) refuse('apiKeyMistyped');
  const found = await lookUpKey(ctx.db, key);
  return found?.protocol === null ? act(ctx, found) : refuse('apiKeyInvalid', 'unknown');
}

/**
 * Who acts by a key of a shop that speaks another protocol, which is the one with this id where the shop names it.
 * Refuses what `authenticateKey` refuses, one with a typing error like an unknown one.
 */
export async function authenticateConnection(
  ctx: Ctx,
  protocol: Protocol,
  { secret, id }: { readonly secret: string; readonly id?: string },
): Promise<KeyActor> {
  const found = isWellTyped(secret) ? await lookUpKey(ctx.db, secret) : undefined;
  if (found?.protocol !== protocol || (id !== undefined && id !== found.id.toString()))
    return refuse('apiKeyInvalid', 'unknown');
  return act(ctx, found);
}

function act(ctx: Ctx, found: FoundKey): KeyActor {
  const { clock, address, isSandbox } = ctx;
  if (found.status === 'frozen') refuse('accountFrozen');
  const state = stateOf(found, clock.now());
  if (state !== 'active' || found.status === 'closed') refuse('apiKeyInvalid', state);
  const isOperators = found.kind === 'operator';
  const isAllowed = isOperators || found.is_allowed;
  const isFromHere = isWithin(found.ranges, address);
  // The owner shall see that somebody tries it from elsewhere.
  if (!isAllowed || !isFromHere) recordKeyUse(ctx, found, { isError: true });
  if (!isAllowed) refuse('apiKeysOff');
  if (!isFromHere) refuse('apiKeyAddressRefused');
  const notReady = isOperators ? notReadyOf(found, isSandbox) : null;
  return {
    kind: 'user',
    userId: found.user_id,
    sessionId: 0n,
    isAdmin: isOperators && found.actions !== null,
    notReady,
    actions: isOperators && notReady === null ? actionsOf(found) : new Set(),
    codeAt: null,
    key: {
      id: found.id,
      scopes: new Set(found.scopes),
      perMinute: found.per_minute,
      spendADayMicro: found.spend_a_day_micro,
      goodsIds: found.goods_ids,
      linesADay: found.lines_a_day,
      hasCallbacks: found.has_callbacks,
    },
  };
}

/** What the key's scopes need, as far as the role of its user has it. */
function actionsOf({ scopes, menus, actions, is_owner }: FoundKey): ReadonlySet<string> {
  const held = permissionsOfRole(menus && actions ? { menus, actions, is_owner: is_owner === true } : null);
  return held.actions.intersection(new Set(scopes.flatMap(actionsOfScope)));
}

/** The permissions that the calls of a scope need. */
export const actionsOfScope = (scope: string): string[] =>
  Object.values<Path>(paths).flatMap(([, , action, opens]) => (opens === scope && action ? [action] : []));

/** Written once, as the sessions' look-up is: every call with a key starts with it. */
const FIND_KEYS = `
  select asked.at, k.id, k.user_id, k.kind, k.protocol, k.name, k.hint, k.scopes, k.ranges, k.spend_a_day_micro, k.goods_ids,
    k.lines_a_day, k.created_at, k.ends_at, k.revoked_at, k.last_used_at, k.last_address,
    users.status, users.must_change_password, roles.menus, roles.actions, roles.is_owner,
    (select confirmed_at from two_factors where user_id = k.user_id) as code_at,
    coalesce((select is_allowed from api_key_rights where user_id = k.user_id),
      coalesce((select value #>> '{}' from settings where key = 'api_keys_for'), 'everyone') = 'everyone') as is_allowed,
    coalesce((select value #>> '{}' from settings where key = 'api_key_per_minute'), '600')::int as per_minute,
    k.protocol is null and exists (select from api_key_secrets where api_key_id = k.id) as has_callbacks
  from unnest($1::bytea[]) with ordinality as asked (key_hash, at)
  join api_keys k on k.key_hash = asked.key_hash
  join users on users.id = k.user_id
  left join roles on roles.id = users.role_id`;

type Lookups = BatchQueue<string, FoundKey | undefined>;

/** One query for all calls of a turn of the event loop. Found by the hash of 256 random bits: its time tells nothing. */
const queueLookups = (db: Db): Lookups =>
  new BatchQueue<string, FoundKey | undefined>(async (asked) => {
    const keys = [...new Set(asked)];
    const { rows } = await db.executeQuery<FoundKey & { readonly at: bigint }>(
      CompiledQuery.raw(FIND_KEYS, [byteaArray(keys.map(hashToken))]),
    );
    const found = new Map(rows.map((row) => [keys[Number(row.at) - 1]!, row]));
    return asked.map((key) => found.get(key));
  });

const queues = new WeakMap<Db, Lookups>();

function lookUpKey(db: Db, key: string): Promise<FoundKey | undefined> {
  let queue = queues.get(db);
  if (!queue) queues.set(db, (queue = queueLookups(db)));
  return queue.submit(key);
}
