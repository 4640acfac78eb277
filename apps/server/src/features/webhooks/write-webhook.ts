import { randomBytes } from 'node:crypto';
import {
  BUYER_EVENTS,
  MOST_WEBHOOKS,
  SHOP_EVENTS,
  type Data,
  type EndpointName,
  type Input,
  type Webhook,
} from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { mayCallOut } from '../../platform/http/post-out.ts';
import { holdSealingKey } from '../../platform/keys/sealing-keys.sql.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { nameApiKeys } from '../api-keys/index.ts';
import { RECEIVER_PATH } from './webhook-receiver.ts';
import { SECRET_PREFIX } from './webhook-signatures.ts';
import { DELETED, giveUpWaiting, placeOf, type WebhookRow } from './webhooks.sql.ts';

/** Whose endpoints a call is about: the caller's own, or those of the shop. */
export type Owner = 'buyer' | 'shop';

/** Null for the shop. The contract's permission says who may act for it. */
const ownerId = ({ actor }: Ctx, owner: Owner): bigint | null =>
  owner === 'shop' ? null : requireUser(actor).userId;

type UseCase<N extends EndpointName> = (ctx: Ctx, input: Input<N>) => Promise<Data<N>>;

/** The caller's endpoints, oldest first. */
export const listWebhooks = (ctx: Ctx) => list(ctx, 'buyer');
/** Those of the shop. */
export const listShopWebhooks = (ctx: Ctx) => list(ctx, 'shop');
/** Adds an endpoint of the caller's (`create`). */
export const createWebhook: UseCase<'createWebhook'> = (ctx, input) => create(ctx, 'buyer', input);
/** Adds one of the shop's. */
export const createShopWebhook: UseCase<'createWebhook'> = (ctx, input) => create(ctx, 'shop', input);
/** Changes an endpoint of the caller's (`update`). */
export const updateWebhook: UseCase<'updateWebhook'> = (ctx, input) => update(ctx, 'buyer', input);
/** Changes one of the shop's. */
export const updateShopWebhook: UseCase<'updateWebhook'> = (ctx, input) => update(ctx, 'shop', input);
/** Deletes an endpoint of the caller's (`remove`). */
export const deleteWebhook: UseCase<'deleteWebhook'> = (ctx, input) => remove(ctx, 'buyer', input);
/** Deletes one of the shop's. */
export const deleteShopWebhook: UseCase<'deleteWebhook'> = (ctx, input) => remove(ctx, 'shop', input);
/** A new secret for an endpoint of the caller's (`rotate`). */
export const rotateWebhookSecret: UseCase<'rotateWebhookSecret'> = (ctx, input) =>
  rotate(ctx, 'buyer', input);
/** A new secret for one of the shop's. */
export const rotateShopWebhookSecret: UseCase<'rotateWebhookSecret'> = (ctx, input) =>
  rotate(ctx, 'shop', input);

const eventsFor = (owner: Owner): readonly string[] =>
  owner === 'shop' ? [...BUYER_EVENTS, ...SHOP_EVENTS] : BUYER_EVENTS;

async function list(ctx: Ctx, owner: Owner): Promise<Data<'listWebhooks'>> {
  const rows = await ctx.db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', 'is not distinct from', ownerId(ctx, owner))
    .where('url', '<>', DELETED)
    // Those of a key's callbacks once there is something in their log.
    .where((is) =>
      is.or([
        is('api_key_id', 'is', null),
        is.exists(is.selectFrom('webhook_deliveries').whereRef('webhook_id', '=', 'webhooks.id')),
      ]),
    )
    .orderBy('id')
    .execute();
  const names = await nameKeys(ctx, rows);
  const ends = await findFormerSecrets(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    items: rows.map((row) => present(row, { formerUntil: ends.get(row.id), names })),
    events: [...eventsFor(owner)],
    most: MOST_WEBHOOKS,
    sandbox_receiver: ctx.isSandbox ? `${ctx.publicUrl}${RECEIVER_PATH}` : null,
  };
}

/**
 * Adds an endpoint, and answers with its secret, which is shown this once. Refuses an address that the shop will not
 * call, an event that is not for this owner (parameterError), and an eleventh endpoint (dataExists).
 */
async function create(
  ctx: Ctx,
  owner: Owner,
  { body }: Input<'createWebhook'>,
): Promise<Data<'createWebhook'>> {
  requireWritable(ctx, owner, body);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const { userId } = requireUser(step.actor);
    // Those of one owner are counted one after the other.
    await sql`select from users where id = ${userId} for update`.execute(db);
    const { count } = await db
      .selectFrom('webhooks')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', 'is not distinct from', ownerId(step, owner))
      .where('url', '<>', DELETED)
      .where('api_key_id', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= MOST_WEBHOOKS) refuseField('dataExists', 'url', 'many', MOST_WEBHOOKS);
    const row = await db
      .insertInto('webhooks')
      .values({
        user_id: ownerId(step, owner),
        created_by: userId,
        url: body.url,
        note: body.note ?? '',
        events: [...new Set(body.events)],
        created_at: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const secret = await addSecret(step, row.id);
    await audit(step, owner, 'webhook.create', row);
    return { webhook: present(row), secret };
  });
}

/**
 * Changes an endpoint. Switched on again, it is tried at once. Refuses what `createWebhook` refuses, and an unknown one
 * (notFound).
 */
async function update(ctx: Ctx, owner: Owner, { params, body }: Input<'updateWebhook'>): Promise<Webhook> {
  requireWritable(ctx, owner, body);
  return inTransaction(ctx, async (step) => {
    const before = await lockOwnEndpoint(step, owner, params.id);
    const isNew = body.url !== before.url || body.is_on !== before.is_on;
    const row = await step.db
      .updateTable('webhooks')
      .set({
        url: body.url,
        note: body.note ?? '',
        events: [...new Set(body.events)],
        is_on: body.is_on,
        off_reason: body.is_on ? null : (before.off_reason ?? 'owner'),
        ...(isNew && { failures: 0, failing_since: null, paused_until: null }),
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!row.is_on) await giveUpWaiting(step.db, row.id);
    await audit(step, owner, 'webhook.update', row, before);
    return present(row, { formerUntil: (await findFormerSecrets(step, [row.id])).get(row.id) });
  });
}

/**
 * Deletes an endpoint: hides it and its log, which the sweep deletes in steps. A long deletion would hold up whatever is
 * telling it of something. Refuses an unknown one (notFound).
 */
async function remove(ctx: Ctx, owner: Owner, { params }: Input<'deleteWebhook'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const row = await lockOwnEndpoint(step, owner, params.id);
    await step.db
      .updateTable('webhooks')
      .set({ url: DELETED, note: '', events: [], is_on: false, off_reason: row.off_reason ?? 'owner' })
      .where('id', '=', row.id)
      .execute();
    await step.db.deleteFrom('webhook_secrets').where('webhook_id', '=', row.id).execute();
    await audit(step, owner, 'webhook.delete', undefined, row);
    return null;
  });
}

/** For so long events carry signatures of the secret before too. */
const FORMER_MS = 24 * HOUR_MS;

/** A new secret for an endpoint, shown this once; the one before it ends after a day, and older ones now. */
async function rotate(
  ctx: Ctx,
  owner: Owner,
  { params }: Input<'rotateWebhookSecret'>,
): Promise<Data<'rotateWebhookSecret'>> {
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const row = await lockOwnEndpoint(step, owner, params.id);
    const ends = new Date(clock.now().getTime() + FORMER_MS);
    await db
      .deleteFrom('webhook_secrets')
      .where('webhook_id', '=', row.id)
      .where('ends_at', 'is not', null)
      .execute();
    await db.updateTable('webhook_secrets').set({ ends_at: ends }).where('webhook_id', '=', row.id).execute();
    const secret = await addSecret(step, row.id);
    await audit(step, owner, 'webhook.secret', row);
    return { webhook: present(row, { formerUntil: ends }), secret };
  });
}

const SECRET_BYTES = 32;

async function addSecret({ db, clock, keyring }: Ctx, webhookId: bigint): Promise<string> {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  await holdSealingKey(db, keyring);
  const { keyId, sealed } = keyring.seal(secret, placeOf(webhookId));
  await db
    .insertInto('webhook_secrets')
    .values({ webhook_id: webhookId, key_id: keyId, sealed, created_at: clock.now() })
    .execute();
  return secret;
}

function requireWritable(
  { isSandbox }: Ctx,
  owner: Owner,
  { url, events }: Input<'createWebhook'>['body'],
): void {
  if (!mayCallOut(url, { toLoopback: isSandbox })) refuseField('parameterError', 'url', 'wrong');
  const allowed = eventsFor(owner);
  if (!events.every((event) => allowed.includes(event))) refuseField('parameterError', 'events', 'wrong');
}

/** Refuses an endpoint of somebody else like an unknown one (notFound). */
export async function getWebhook(ctx: Ctx, owner: Owner, id: string): Promise<WebhookRow> {
  const row = await ctx.db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', BigInt(id))
    .where('user_id', 'is not distinct from', ownerId(ctx, owner))
    .where('url', '<>', DELETED)
    .executeTakeFirst();
  return row ?? refuse('notFound');
}

/** Not against those who tell it of something meanwhile: `for update` would have orders and refunds wait. */
export async function lockWebhook(ctx: Ctx, owner: Owner, id: string): Promise<WebhookRow> {
  await sql`select from webhooks where id = ${BigInt(id)} for no key update`.execute(ctx.db);
  return getWebhook(ctx, owner, id);
}

/** Refuses the callbacks of a key (parameterError): they have its secret, and end with it. */
export async function lockOwnEndpoint(ctx: Ctx, owner: Owner, id: string): Promise<WebhookRow> {
  const row = await lockWebhook(ctx, owner, id);
  return row.api_key_id === null ? row : refuse('parameterError', 'callbacks of a key');
}

async function nameKeys(ctx: Ctx, rows: readonly WebhookRow[]): Promise<ReadonlyMap<bigint, string>> {
  const ids = rows.flatMap(({ api_key_id: id }) => (id === null ? [] : [id]));
  return ids.length === 0 ? new Map() : nameApiKeys(ctx, ids);
}

async function findFormerSecrets({ db, clock }: Ctx, ids: readonly bigint[]): Promise<Map<bigint, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('webhook_secrets')
    .select(['webhook_id', 'ends_at'])
    .where('webhook_id', 'in', ids)
    .where('ends_at', '>', clock.now())
    .execute();
  return new Map(rows.map((row) => [row.webhook_id, row.ends_at!]));
}

type Beside = { readonly formerUntil?: Date | undefined; readonly names?: ReadonlyMap<bigint, string> };

const present = (row: WebhookRow, { formerUntil, names }: Beside = {}): Webhook => ({
  id: row.id.toString(),
  url: row.api_key_id === null ? row.url : '',
  api_key:
    row.api_key_id === null
      ? null
      : { id: row.api_key_id.toString(), name: names?.get(row.api_key_id) ?? '' },
  note: row.note,
  events: row.events,
  is_on: row.is_on,
  off_reason: row.off_reason,
  failing_since: row.failing_since?.toISOString() ?? null,
  former_secret_until: formerUntil?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** What admins change of the shop's own endpoints is in the audit log; buyers' are theirs. */
async function audit(
  ctx: Ctx,
  owner: Owner,
  action: 'webhook.create' | 'webhook.update' | 'webhook.delete' | 'webhook.secret',
  after?: WebhookRow,
  before?: WebhookRow,
): Promise<void> {
  if (owner !== 'shop') return;
  const facts = (row: WebhookRow) => ({
    url: row.url,
    note: row.note,
    events: row.events.join(' '),
    isOn: row.is_on,
  });
  await recordAudit(ctx, {
    action,
    subject: `webhook:${(after ?? before)!.id}`,
    ...(before && { before: facts(before) }),
    ...(after && { after: facts(after) }),
  });
}
