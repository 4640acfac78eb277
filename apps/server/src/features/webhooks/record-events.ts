import { randomUUID } from 'node:crypto';
import { formatMicro, isInStock, type ChangedOffer, type WebhookEvent } from '@portside/contract';
import { sql } from 'kysely';
import { actingKey, requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx, type Events } from '../../platform/context.ts';
import { mayCallOut } from '../../platform/http/post-out.ts';
import { refuseField } from '../../platform/refusal.ts';
import type { EventPayloads } from '../../platform/events.ts';
import { sees, type ChangedGoods } from '../changes/index.ts';
import { loadSettings } from '../settings/index.ts';
import { CALLBACKS, DELETED } from './webhooks.sql.ts';

type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** An event as it is sent: its id, and the text that is signed. */
export const messageOf = (type: string, at: Date, data: Facts): { messageId: string; body: string } => ({
  messageId: `msg_${randomUUID().replaceAll('-', '')}`,
  body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
});

type News = {
  readonly type: WebhookEvent;
  /** Events of one subject arrive in their order. */
  readonly subject: string;
  /** Whose endpoints get it beside the shop's; null: only those. */
  readonly userId: bigint | null;
  /** Its callback is told too, if it has one. */
  readonly orderId?: bigint;
  /** Instead of a user's: exactly these endpoints. */
  readonly webhookIds?: readonly bigint[];
  /** Names things, and never holds the texts of accounts. */
  readonly data: Facts;
};

/**
 * Writes events that an endpoint wants, in the transaction of what happened: none is lost, and none is of something that
 * was rolled back. An event says which endpoints those are, so that one gets exactly what was recorded while it was on;
 * the sender passes it on to them (`passEventsOn`), so that there is one row whatever their number.
 */
async function record({ db, clock }: Ctx, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const now = clock.now();
  const rows = news.map(({ type, subject, userId, orderId, webhookIds, data }, place) => ({
    place,
    ...messageOf(type, now, data),
    type,
    subject,
    user_id: userId?.toString() ?? null,
    order_id: orderId?.toString() ?? null,
    webhook_ids: webhookIds?.map(String) ?? null,
  }));
  await sql`
    insert into webhook_events (message_id, type, subject, body, webhook_ids, callback_url, created_at)
    select "messageId", type, subject, body, wanting.ids, callback.url, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new ("messageId" text, body text, type text, subject text,
      user_id bigint, order_id bigint, webhook_ids bigint[], place int)
    left join order_callbacks callback on callback.order_id = new.order_id
    cross join lateral (
      select array_agg(webhooks.id) as ids from webhooks
      -- First whose it is, by indexes: buyers may have thousands of endpoints.
      where (webhooks.user_id is null or webhooks.user_id = new.user_id or webhooks.id = any(new.webhook_ids))
        and webhooks.is_on and case
          when new.webhook_ids is not null then new.type = any(webhooks.events) and webhooks.id = any(new.webhook_ids)
          else new.type = any(webhooks.events) or (callback.url is not null
            and webhooks.api_key_id = (select api_key_id from orders where orders.id = new.order_id)) end) wanting
    where wanting.ids is not null
    order by place`.execute(db);
}

const PASSED_AT_ONCE = 1_000;

/**
 * Writes what has happened for each endpoint that it was recorded for, in the order of the events, also where the leader
 * before has not ended yet: its rows are waited for. One that was switched off meanwhile has it in its log, to be sent by
 * hand. One that is deleted meanwhile is left out: its lock is taken before a row refers to it, so that nothing fails.
 */
export async function passEventsOn({ db }: Ctx): Promise<{ more: boolean }> {
  const { rows } = await sql<{ taken: number }>`
    with taken as materialized (
      delete from webhook_events where id in (
        select id from webhook_events order by id limit ${PASSED_AT_ONCE} for update)
      returning *),
    passed as (
      insert into webhook_deliveries (webhook_id, message_id, type, subject, body, url, state, created_at, since, next_at)
      select webhooks.id, message_id, type, subject, body,
        case when webhooks.api_key_id is not null then callback_url end,
        case when webhooks.is_on then 'waiting' else 'failed' end, taken.created_at, taken.created_at, coalesce(
        -- Behind an event that waits for its next attempt.
        (select max(next_at) from (
          select webhook_id, next_at from webhook_deliveries where subject = taken.subject and state = 'waiting' offset 0
        ) earlier where earlier.webhook_id = webhooks.id), taken.created_at)
      from taken join webhooks on webhooks.id = any(taken.webhook_ids) and webhooks.url <> ${DELETED}
      where webhooks.user_id is null
        or exists (select from users where users.id = webhooks.user_id and users.status = 'active')
      order by taken.id, webhooks.id for key share of webhooks)
    select count(*)::int as taken from taken`.execute(db);
  return { more: rows[0]!.taken === PASSED_AT_ONCE };
}

/** Whether an endpoint wants it, so that nothing more is read where none does. */
async function isWanted({ db }: Ctx, type: WebhookEvent, userId: bigint): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from webhooks where is_on and ${type} = any(events)
      and (user_id is null or user_id = ${userId}::bigint)) as found`.execute(db);
  return rows[0]!.found;
}

/** Listens to what endpoints can be told of. */
export function onToldEvents(events: Events): void {
  onOrders(events);
  onDeposits(events);
  onPeople(events);
  events.on('goodsChanged', onGoodsChanged);
  events.on('callbacksNamed', onCallbacksNamed);
}

/**
 * Refuses callbacks of orders to an address that the shop will not call, and those without an API key that has a secret
 * for them (parameterError).
 */
async function onCallbacksNamed(ctx: Ctx, { callbacks }: EventPayloads['callbacksNamed']): Promise<void> {
  const { actor, isSandbox } = ctx;
  for (const { field, url } of callbacks) {
    if (actingKey(actor)?.hasCallbacks !== true) refuseField('parameterError', field, 'refused');
    if (!mayCallOut(url, { toLoopback: isSandbox })) refuseField('parameterError', field, 'wrong');
  }
  await openLane(ctx);
}

/** The callbacks of a key's orders share a lane and a log, made before the first of them is placed. */
async function openLane(ctx: Ctx): Promise<void> {
  const { userId, key } = requireUser(ctx.actor);
  const keyId = key!.id;
  const hasLane = async ({ db }: Ctx): Promise<boolean> => {
    const { rows } = await sql`
      select from webhooks where user_id = ${userId} and api_key_id = ${keyId} limit 1`.execute(db);
    return rows.length > 0;
  };
  if (await hasLane(ctx)) return;
  await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    // Two first orders at once make one.
    await sql`select from users where id = ${userId} for no key update`.execute(db);
    if (await hasLane(step)) return;
    await db
      .insertInto('webhooks')
      .values({
        user_id: userId,
        created_by: userId,
        url: CALLBACKS,
        note: '',
        events: [],
        created_at: clock.now(),
        api_key_id: keyId,
      })
      .execute();
  });
}

function onOrders(events: Events): void {
  // One statement, whether anybody wants it or not: with many orders at once, asking first costs as much as telling.
  events.on('ordersCompleted', (ctx, { orders }) =>
    record(
      ctx,
      orders.map(({ orderId, orderNo, userId, goodsId, quantity, totalMicro }) => ({
        type: 'order.completed',
        subject: `order:${orderNo}`,
        userId,
        orderId,
        data: {
          order_no: orderNo,
          user_id: userId.toString(),
          goods_id: goodsId.toString(),
          quantity,
          total_amount: formatMicro(totalMicro),
        },
      })),
    ),
  );
  events.on('orderRefunded', (ctx, { orderId, orderNo, userId, quantity, amountMicro, isWhole }) =>
    record(ctx, [
      {
        type: 'order.refunded',
        subject: `order:${orderNo}`,
        userId,
        orderId,
        data: {
          order_no: orderNo,
          user_id: userId.toString(),
          quantity,
          amount: formatMicro(amountMicro),
          is_whole: isWhole,
        },
      },
    ]),
  );
  events.on('warrantyClaimOpened', (ctx, { claimId, orderNo, userId }) =>
    record(ctx, [
      {
        type: 'claim.opened',
        subject: `claim:${claimId}`,
        userId: null,
        data: { claim_id: claimId.toString(), order_no: orderNo, user_id: userId.toString() },
      },
    ]),
  );
  events.on('warrantyClaimSettled', (ctx, { claimId, orderId, orderNo, userId, state }) =>
    record(ctx, [
      {
        type: 'claim.settled',
        subject: `claim:${claimId}`,
        userId,
        orderId,
        data: { claim_id: claimId.toString(), order_no: orderNo, user_id: userId.toString(), state },
      },
    ]),
  );
}

function onDeposits(events: Events): void {
  events.on('depositsCredited', async (ctx, { deposits, userId, credit }) => {
    if (!(await isWanted(ctx, 'topup.credited', userId))) return;
    const orderId = credit.by === 'matcher' ? await findTopUp(ctx, credit.rechargeId) : null;
    await record(
      ctx,
      deposits.map((deposit) => ({
        type: 'topup.credited',
        subject: `deposit:${deposit.id}`,
        userId,
        data: {
          deposit_id: deposit.id.toString(),
          user_id: userId.toString(),
          amount: formatMicro(deposit.amount_micro),
          network: deposit.network,
          tx_hash: deposit.tx_hash,
          order_id: credit.by === 'admins' ? credit.orderId : orderId,
        },
      })),
    );
  });
  events.on('depositUnmatched', async (ctx, { deposit }) => {
    // Dust is not shown either.
    if (deposit.amount_micro < (await loadSettings(ctx.db)).depositDisplayMinimumMicro) return;
    await record(ctx, [
      {
        type: 'deposit.unmatched',
        subject: `deposit:${deposit.id}`,
        userId: null,
        data: {
          deposit_id: deposit.id.toString(),
          amount: formatMicro(deposit.amount_micro),
          network: deposit.network,
          tx_hash: deposit.tx_hash,
        },
      },
    ]);
  });
}

function onPeople(events: Events): void {
  events.on('userRegistered', (ctx, { userId, username }) =>
    record(ctx, [
      {
        type: 'user.registered',
        subject: `user:${userId}`,
        userId: null,
        data: { user_id: userId.toString(), username },
      },
    ]),
  );
  events.on('proposalWaiting', (ctx, { proposalId, kind, subject }) =>
    record(ctx, [
      {
        type: 'proposal.waiting',
        subject: `proposal:${proposalId}`,
        userId: null,
        data: { proposal_id: proposalId.toString(), kind, about: subject },
      },
    ]),
  );
}

async function findTopUp({ db }: Ctx, rechargeId: bigint): Promise<string> {
  const { order_id: orderId } = await db
    .selectFrom('recharges')
    .select('order_id')
    .where('id', '=', rechargeId)
    .executeTakeFirstOrThrow();
  return orderId;
}

/** Tells each endpoint of what its owner sees in the lists; those of the shop of all that any list has. */
async function onGoodsChanged(ctx: Ctx, { changes }: { readonly changes: readonly ChangedGoods[] }) {
  const { rows: endpoints } = await sql<{ id: bigint; user_id: bigint | null; level_id: bigint | null }>`
    select webhooks.id, webhooks.user_id, users.level_id from webhooks left join users on users.id = user_id
    where is_on and events && array['product.restocked', 'product.price_changed', 'product.withdrawn', 'stock.low']`.execute(
    ctx.db,
  );
  if (endpoints.length === 0) return;
  const ofShop = new Set(endpoints.filter(({ user_id: userId }) => userId === null).map(({ id }) => id));
  const news = changes.flatMap(({ goodsId, before, after, ranLowAt }) => {
    const whoSees = (change: ChangedGoods['before']): Set<bigint> =>
      new Set(
        endpoints
          .filter(({ user_id, level_id }) => change !== null && (user_id === null || sees(change, level_id)))
          .map(({ id }) => id),
      );
    const [saw, seesNow] = [whoSees(before), whoSees(after)];
    const both = [...saw].filter((id) => seesNow.has(id));
    const tell = (type: WebhookEvent, webhookIds: readonly bigint[], more: Facts = {}): News[] =>
      webhookIds.length === 0
        ? []
        : [
            {
              type,
              subject: `goods:${goodsId}`,
              userId: null,
              webhookIds,
              data: { goods_id: goodsId.toString(), ...more },
            },
          ];
    const [was, is] = [before?.offer, after?.offer];
    return [
      ...tell(
        'product.withdrawn',
        [...saw].filter((id) => !seesNow.has(id)),
      ),
      ...(was && is && pricesOf(was) !== pricesOf(is)
        ? tell('product.price_changed', both, { price: is.price, price_before: was.price })
        : []),
      ...(was && is && !isInStock(was) && isInStock(is)
        ? tell('product.restocked', both, { stock: is.stock, price: is.price })
        : []),
      ...(ranLowAt === null
        ? []
        : tell(
            'stock.low',
            [...seesNow].filter((id) => ofShop.has(id)),
            { stock: ranLowAt },
          )),
    ];
  });
  await record(ctx, news);
}

const pricesOf = ({ price, price_tiers: tiers, promotions }: ChangedOffer): string =>
  JSON.stringify([price, tiers, promotions.map(({ prices }) => prices)]);
