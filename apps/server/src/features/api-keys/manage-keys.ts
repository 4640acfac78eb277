import {
  formatMicro,
  type ApiKey,
  type ApiKeyDetails,
  type Data,
  type Input,
  type Protocol,
} from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { readSetting } from '../settings/index.ts';
import { findUser, foldName } from '../users/index.ts';
import {
  findKeys,
  listKeysOf,
  readRight,
  revokeKey,
  stateOf,
  type ApiKeyRow,
  type ListedKey,
} from './api-keys.sql.ts';

export const presentKey = (key: ApiKeyRow, now: Date): ApiKey => ({
  id: key.id.toString(),
  name: key.name,
  protocol: key.protocol,
  hint: key.hint,
  scopes: key.scopes,
  ranges: key.ranges,
  ends_at: key.ends_at?.toISOString() ?? null,
  spend_a_day: key.spend_a_day_micro === null ? null : formatMicro(key.spend_a_day_micro),
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  last_address: key.last_address,
  state: stateOf(key, now),
});

export const presentDetails = (key: ListedKey, now: Date): ApiKeyDetails => ({
  ...presentKey(key, now),
  kind: key.kind,
  user: { id: key.user_id.toString(), username: key.username },
  goods_ids: key.goods_ids.map(String),
  lines_a_day: key.lines_a_day,
  days: [...key.days],
});

const MOST_SHOWN = 30;

/** What is entered in a shop after our own address; the rest of each path the shop knows itself. */
const ENTERED: Record<Protocol, string> = {
  'dujiao-next': '',
  'acg-faka': '/api/acg-faka',
  panel: '/api/v2',
};

/** The caller's own keys: active ones first, of the others the newest. */
export async function listOwnApiKeys({ db, actor, clock, publicUrl }: Ctx): Promise<Data<'listOwnApiKeys'>> {
  const { userId } = requireUser(actor);
  const now = clock.now();
  const keys = await listKeysOf(db, userId, now, MOST_SHOWN);
  const { isAllowed } = await readRight(db, userId);
  const items = keys.map((key) => presentKey(key, now));
  const connections = (await readSetting(db, 'protocolsOn')).map((protocol) => ({
    protocol,
    base_url: publicUrl + ENTERED[protocol],
  }));
  return { items, next_cursor: null, total: null, is_allowed: isAllowed, connections };
}

/** Revokes an own key; repeated, it changes nothing. Refuses anyone else's like an unknown one (notFound). */
export async function revokeOwnApiKey(ctx: Ctx, { params }: Input<'revokeOwnApiKey'>): Promise<null> {
  const { userId } = requireUser(ctx.actor);
  const id = BigInt(params.id);
  await inTransaction(ctx, async (step) => {
    const [key] = await findKeys(step.db, { id, kind: 'buyer' }, step.clock.now(), 1);
    if (key?.user_id !== userId) refuse('notFound');
    if (await revokeKey(step.db, id, step.clock.now(), userId)) await recordRevocation(step, key);
  });
  return null;
}

/** Revokes anybody's key; repeated, it changes nothing. Refuses an unknown one (notFound). */
export async function revokeApiKey(ctx: Ctx, { params }: Input<'revokeApiKey'>): Promise<ApiKeyDetails> {
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const isRevoked = await revokeKey(db, id, clock.now());
    const [key] = await findKeys(db, { id }, clock.now(), 1);
    if (!key) return refuse('notFound');
    if (isRevoked) await recordRevocation(step, key);
    return presentDetails(key, clock.now());
  });
}

const recordRevocation = (ctx: Ctx, { id, name, user_id }: ListedKey): Promise<void> =>
  recordAudit(ctx, {
    action: 'apiKey.revoke',
    subject: `apiKey:${id}`,
    after: { name, user: user_id.toString() },
  });

/** Keys of all users, newest first. */
export async function listApiKeys(
  { db, clock }: Ctx,
  { query }: Input<'listApiKeys'>,
): Promise<Data<'listApiKeys'>> {
  const { limit, cursor, user, kind, state } = query;
  const now = clock.now();
  const filter = { user: user === undefined ? undefined : foldName(user), kind, state };
  const rows = await findKeys(db, { ...filter, before: readIdCursor(cursor) }, now, limit + 1);
  const { shown, nextCursor } = cutPage(rows, limit);
  return { items: shown.map((key) => presentDetails(key, now)), next_cursor: nextCursor, total: null };
}

/** Refuses an unknown user (notFound). */
export async function readApiKeyRight(
  { db }: Ctx,
  { params }: Input<'readApiKeyRight'>,
): Promise<Data<'readApiKeyRight'>> {
  const userId = BigInt(params.id);
  if (!(await findUser(db, userId))) refuse('notFound');
  const { right, isAllowed } = await readRight(db, userId);
  return { right, is_allowed: isAllowed };
}

/** Decides whether a user may have keys, or leaves it to the setting. Refuses an unknown user (notFound). */
export async function setApiKeyRight(
  ctx: Ctx,
  { params, body: { right } }: Input<'setApiKeyRight'>,
): Promise<Data<'setApiKeyRight'>> {
  const userId = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    const { db } = step;
    const before = await readApiKeyRight(step, { params });
    if (right === 'setting') await db.deleteFrom('api_key_rights').where('user_id', '=', userId).execute();
    else {
      const is_allowed = right === 'allowed';
      await db
        .insertInto('api_key_rights')
        .values({ user_id: userId, is_allowed })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ is_allowed }))
        .execute();
    }
    const facts = { before: { right: before.right }, after: { right } };
    if (before.right !== right)
      await recordAudit(step, { action: 'apiKey.right', subject: `user:${userId}`, ...facts });
    return readApiKeyRight(step, { params });
  });
}
