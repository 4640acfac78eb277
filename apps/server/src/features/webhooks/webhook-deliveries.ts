import type { Data, EndpointName, Input, WebhookDelivery } from '@portside/contract';
import { TEST_EVENT } from '@portside/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { messageOf } from './record-events.ts';
import { getWebhook, lockOwnEndpoint, lockWebhook, type Owner } from './write-webhook.ts';
import { DELETED, type DeliveryRow } from './webhooks.sql.ts';

type UseCase<N extends EndpointName> = (ctx: Ctx, input: Input<N>) => Promise<Data<N>>;

/** The log of an endpoint of the caller's (`list`). */
export const listWebhookDeliveries: UseCase<'listWebhookDeliveries'> = (ctx, input) =>
  list(ctx, 'buyer', input);
/** That of one of the shop's. */
export const listShopWebhookDeliveries: UseCase<'listWebhookDeliveries'> = (ctx, input) =>
  list(ctx, 'shop', input);
/** Sends again to an endpoint of the caller's (`resend`). */
export const resendWebhooks: UseCase<'resendWebhooks'> = (ctx, input) => resend(ctx, 'buyer', input);
/** Sends again to one of the shop's. */
export const resendShopWebhooks: UseCase<'resendWebhooks'> = (ctx, input) => resend(ctx, 'shop', input);
/** Sends a test event to an endpoint of the caller's (`sendTest`). */
export const testWebhook: UseCase<'testWebhook'> = (ctx, input) => sendTest(ctx, 'buyer', input);
/** Sends one to the shop's. */
export const testShopWebhook: UseCase<'testWebhook'> = (ctx, input) => sendTest(ctx, 'shop', input);

/** What was sent to an endpoint, newest first. Refuses an unknown one (notFound). */
async function list(
  ctx: Ctx,
  owner: Owner,
  { params, query }: Input<'listWebhookDeliveries'>,
): Promise<Data<'listWebhookDeliveries'>> {
  const { id, url } = await getWebhook(ctx, owner, params.id);
  const before = readIdCursor(query.cursor);
  const rows = await ctx.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', id)
    .$if(query.state !== undefined, (found) => found.where('state', '=', query.state!))
    .$if(before !== undefined, (found) => found.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: shown.map((row) => present(row, url)), next_cursor: nextCursor, total: null };
}

const present = (row: DeliveryRow, url: string): WebhookDelivery => ({
  id: row.id.toString(),
  message_id: row.message_id,
  type: row.type,
  url: row.url ?? url,
  state: row.state,
  body: row.body,
  created_at: row.created_at.toISOString(),
  attempts: row.attempts,
  attempted_at: row.attempted_at?.toISOString() ?? null,
  status: row.status,
  answer: row.answer,
  took_ms: row.took_ms,
  failure: row.failure,
  next_at: row.state === 'waiting' ? row.next_at.toISOString() : null,
});

/**
 * Has one event sent again, or all that were not accepted since a time; their three days begin anew. Refuses an unknown
 * endpoint or event (notFound), one that is off (parameterError), and a call that names neither (missingParameters).
 */
async function resend(
  ctx: Ctx,
  owner: Owner,
  { params, body }: Input<'resendWebhooks'>,
): Promise<Data<'resendWebhooks'>> {
  if (body.delivery_id === undefined && body.since === undefined) refuse('missingParameters', 'since');
  return inTransaction(ctx, async (step) => {
    const { id, is_on: isOn } = await lockWebhook(step, owner, params.id);
    if (!isOn) refuse('parameterError', 'the endpoint is off');
    const now = step.clock.now();
    let again = step.db
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', since: now, next_at: now, attempts: 0 })
      .where('webhook_id', '=', id);
    again =
      body.delivery_id === undefined
        ? again.where('state', '<>', 'delivered').where('created_at', '>=', new Date(body.since!))
        : again.where('id', '=', BigInt(body.delivery_id));
    const rows = await again.returning('id').execute();
    if (rows.length === 0 && body.delivery_id !== undefined) refuse('notFound');
    await step.db.updateTable('webhooks').set({ paused_until: null }).where('id', '=', id).execute();
    if (owner === 'shop')
      await recordAudit(step, {
        action: 'webhook.resend',
        subject: `webhook:${id}`,
        after: { deliveries: rows.length },
      });
    return { deliveries: rows.length };
  });
}

/** Sends a test event. Refuses an unknown endpoint (notFound), one that is off, and a key's callbacks (parameterError). */
async function sendTest(
  ctx: Ctx,
  owner: Owner,
  { params }: Input<'testWebhook'>,
): Promise<Data<'testWebhook'>> {
  return inTransaction(ctx, async (step) => {
    const { id, is_on: isOn } = await lockOwnEndpoint(step, owner, params.id);
    if (!isOn) refuse('parameterError', 'the endpoint is off');
    const now = step.clock.now();
    const { messageId, body } = messageOf(TEST_EVENT, now, { webhook_id: id.toString() });
    await step.db
      .insertInto('webhook_deliveries')
      .values({
        webhook_id: id,
        message_id: messageId,
        type: TEST_EVENT,
        subject: messageId,
        body,
        created_at: now,
        since: now,
        next_at: now,
      })
      .execute();
    await step.db.updateTable('webhooks').set({ paused_until: null }).where('id', '=', id).execute();
    if (owner === 'shop')
      await recordAudit(step, { action: 'webhook.test', subject: `webhook:${id}`, after: { messageId } });
    return { message_id: messageId };
  });
}

const KEPT_MS = 30 * DAY_MS;
const ROWS_PER_STEP = 1_000;

/**
 * Gives up what waits for endpoints that are off and for users who are not active: it may have been written while they
 * were being switched off or blocked. Deletes deleted endpoints with their logs, the log of others after thirty days,
 * whatever became of it, lanes of keys that have ended once their log is empty, secrets that have ended, and callbacks of
 * orders to which nothing happens any more.
 */
export async function sweepWebhooks({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const now = clock.now();
  await db.deleteFrom('webhook_secrets').where('ends_at', '<=', now).execute();
  const { rows: givenUp } = await sql`
    update webhook_deliveries set state = 'failed' where id in (
      select delivery.id from webhooks
      join webhook_deliveries delivery on delivery.webhook_id = webhooks.id and delivery.state = 'waiting'
      left join users on users.id = webhooks.user_id
      where not webhooks.is_on or users.status <> 'active'
      limit ${ROWS_PER_STEP} for update of delivery skip locked)
    returning id`.execute(db);
  const { rows: ofDeleted } = await sql`
    delete from webhook_deliveries where id in (
      select delivery.id from webhooks join webhook_deliveries delivery on delivery.webhook_id = webhooks.id
      where webhooks.url = ${DELETED} limit ${ROWS_PER_STEP})
    returning id`.execute(db);
  if (ofDeleted.length < ROWS_PER_STEP)
    await sql`
      delete from webhooks where url = ${DELETED}
        and not exists (select from webhook_deliveries where webhook_id = webhooks.id)`.execute(db);
  // The oldest have the smallest ids: an index by time would be written with every event.
  const oldest = db
    .selectFrom('webhook_deliveries')
    .select(['id', 'created_at'])
    .orderBy('id')
    .limit(ROWS_PER_STEP)
    .as('oldest');
  const old = db
    .selectFrom(oldest)
    .select('id')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS));
  const deleted = await db.deleteFrom('webhook_deliveries').where('id', 'in', old).returning('id').execute();
  const isFull = ({ length }: readonly unknown[]): boolean => length === ROWS_PER_STEP;
  if ([givenUp, ofDeleted, deleted].some(isFull)) return { more: true };
  // They look through whole tables, so only once the others are done.
  return { more: [await sweepLanes(db, now), await sweepCallbacks(db, now)].some(isFull) };
}

async function sweepLanes(db: Db, now: Date): Promise<readonly unknown[]> {
  const { rows } = await sql`
    delete from webhooks where id in (
      select lane.id from webhooks lane where lane.api_key_id is not null
        and not exists (select from api_keys key where key.id = lane.api_key_id
          and key.revoked_at is null and (key.ends_at is null or key.ends_at > ${now}))
        and not exists (select from webhook_deliveries where webhook_id = lane.id)
      limit ${ROWS_PER_STEP})
    returning id`.execute(db);
  return rows;
}

async function sweepCallbacks(db: Db, now: Date): Promise<readonly unknown[]> {
  const { rows } = await sql`
    delete from order_callbacks where order_id in (
      select callback.order_id from order_callbacks callback join orders on orders.id = callback.order_id
      where orders.status = 'refunded' or orders.accounts_deleted_at < ${new Date(now.getTime() - KEPT_MS)}
      limit ${ROWS_PER_STEP})
    returning order_id`.execute(db);
  return rows;
}
