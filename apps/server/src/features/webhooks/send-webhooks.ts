import { MOST_WEBHOOKS } from '@portside/contract';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Job } from '../../platform/jobs.ts';
import { postOut, readRetryAfter } from '../../platform/http/post-out.ts';
import { notify, notifyStaff } from '../notices/index.ts';
import { passEventsOn } from './record-events.ts';
import { sign } from './webhook-signatures.ts';
import { giveUpWaiting, openSecrets, type DeliveryRow, type WebhookRow } from './webhooks.sql.ts';

/**
 * Endpoints of buyers that are sent to at a time; one buyer has a fifth of them at most, the callbacks of keys among
 * them, and the shop's own are served beside them.
 */
const ENDPOINTS = 10 * MOST_WEBHOOKS;
/** Events to one endpoint. */
const AT_ONCE = 4;
/** Then an endpoint with more to send queues up again. */
const LANE_MS = 30 * SECOND_MS;
const TIMEOUT_MS = 10 * SECOND_MS;
const ANSWER_BYTES = 64 * 1024;
/** Of an answer, in the log. */
const SHOWN = 1_000;
/** Longer than an attempt: whoever took it over is dead. */
const LEASE_MS = MINUTE_MS;

/** After the first failed attempt, the second, and so on; the last one repeats. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
] as const;
const TRIED_FOR_MS = 3 * DAY_MS;
const OFF_AFTER_MS = 5 * DAY_MS;
/** Of which so long with one event: where little happens, a single attempt in vain says nothing. */
const OFF_AFTER_OF_ONE_MS = HOUR_MS;
/** Between two attempts at an endpoint that does not answer, however much waits for it. */
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
/** So much longer or shorter, so that what failed together is not tried together. */
const JITTER = 0.2;

type Lane = { readonly isShops: boolean; readonly served: Promise<void> };
type Most = { readonly endpoints: number; readonly laneMs: number };

/** Each a lane: what one endpoint is slow to answer, no other waits for. */
class WebhookSender {
  readonly #ctx: Ctx;
  readonly #most: Most;
  readonly #lanes = new Map<bigint, Lane>();
  readonly #stopping = new AbortController();

  constructor(ctx: Ctx, most: Most) {
    this.#ctx = ctx;
    this.#most = most;
  }

  /** Opens a lane for each endpoint for which something is due and that has none. */
  async openLanes(): Promise<void> {
    const busy = [...this.#lanes.values()].filter(({ isShops }) => !isShops);
    const room = this.#most.endpoints - busy.length;
    for (const { id, isShops } of await findDueEndpoints(this.#ctx, [...this.#lanes.keys()], room)) {
      const served = this.#serve(id)
        .catch((error: unknown) =>
          this.#ctx.log.error({ err: error, webhook: id.toString() }, 'webhooks wait'),
        )
        .finally(() => this.#lanes.delete(id));
      this.#lanes.set(id, { isShops, served });
    }
  }

  /** Waits for the lanes that are open. */
  async idle(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(({ served }) => served));
  }

  /** What is being sent is given up, and sent again when its lease ends. */
  async end(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  async #serve(webhookId: bigint): Promise<void> {
    const { signal } = this.#stopping;
    const since = performance.now();
    do {
      const claimed = signal.aborted ? [] : await claimDue(this.#ctx, webhookId);
      if (claimed.length === 0) return;
      crashPoint('webhook: claimed');
      await Promise.all(claimed.map((delivery) => attempt(this.#ctx, delivery, signal)));
    } while (performance.now() - since < this.#most.laneMs);
  }
}

/** Sends what is due, in the leader. `idle` resolves once nothing is being sent. */
export function createSendWebhooksJob(
  ctx: Ctx,
  most: Most = { endpoints: ENDPOINTS, laneMs: LANE_MS },
): Job & { idle(): Promise<void> } {
  const sender = new WebhookSender(ctx, most);
  return {
    name: 'send webhooks',
    everyMs: SECOND_MS,
    run: async () => {
      while ((await passEventsOn(ctx)).more);
      await sender.openLanes();
      return { more: false };
    },
    idle: () => sender.idle(),
    end: () => sender.end(),
  };
}

/** All due ones of the shop, and those buyers' whose events have waited longest. */
async function findDueEndpoints(
  { db, clock }: Ctx,
  busy: readonly bigint[],
  buyers: number,
): Promise<{ id: bigint; isShops: boolean }[]> {
  const now = clock.now();
  const { rows } = await sql<{ id: bigint; isShops: boolean }>`
    with due as (
      select webhooks.id, webhooks.user_id is null as "isShops", next_at from webhooks
      cross join lateral (select next_at from webhook_deliveries delivery
        where delivery.webhook_id = webhooks.id and delivery.state = 'waiting' and delivery.next_at <= ${now}
        order by next_at limit 1) delivery
      where is_on and (paused_until is null or paused_until <= ${now})
        and webhooks.id <> all(${sql.val(`{${busy.join(',')}}`)}::bigint[])
        and (user_id is null or exists (select from users where users.id = user_id and status = 'active')))
    (select id, "isShops" from due where "isShops")
    union all
    (select id, "isShops" from due where not "isShops" order by next_at, id limit ${buyers})`.execute(db);
  return rows;
}

type Claimed = Omit<DeliveryRow, 'url'> & Pick<WebhookRow, 'url' | 'user_id' | 'api_key_id'>;

/** Of what is due for an endpoint, so much is looked at: a receiver may be away while thousands wait for it. */
const LOOKED_AT = 200;

/**
 * Leases what has been due longest for an endpoint. Events of one subject are sent in their order: the first of those
 * that wait is looked up by its subject, which `offset 0` keeps: the planner knows too little of what waits, and would
 * read all of an endpoint's each time. What waits behind one that failed is due with it (`holdBack`), or it would be all
 * that is looked at.
 */
async function claimDue({ db, clock }: Ctx, webhookId: bigint): Promise<Claimed[]> {
  const now = clock.now();
  const { rows } = await sql<Claimed>`
    with looked_at as materialized (
      select subject from webhook_deliveries
      where webhook_id = ${webhookId} and state = 'waiting' and next_at <= ${now}
      order by next_at limit ${LOOKED_AT}),
    firsts as materialized (
      select first.id from (select distinct subject from looked_at) as subjects
      cross join lateral (
        select id from (
          select id, webhook_id from webhook_deliveries where subject = subjects.subject and state = 'waiting' offset 0
        ) waiting where webhook_id = ${webhookId} order by id limit 1) as first),
    due as materialized (
      select delivery.id from firsts join webhook_deliveries delivery on delivery.id = firsts.id
      join webhooks on webhooks.id = delivery.webhook_id and is_on
        and (paused_until is null or paused_until <= ${now})
      where delivery.state = 'waiting' and delivery.next_at <= ${now}
      order by delivery.next_at, delivery.id limit ${AT_ONCE} for update of delivery skip locked)
    update webhook_deliveries delivery
    set attempts = attempts + 1, attempted_at = ${now}, next_at = ${new Date(now.getTime() + LEASE_MS)}
    from due, webhooks where delivery.id = due.id and webhooks.id = delivery.webhook_id
    returning delivery.*, coalesce(delivery.url, webhooks.url) as url, webhooks.user_id, webhooks.api_key_id`.execute(
    db,
  );
  return rows;
}

/** What waits behind an event is due with its next attempt, or at once where there is none. */
async function holdBack(
  { db, clock }: Ctx,
  { webhook_id: webhookId, subject, id }: Claimed,
  next: Date | null,
): Promise<void> {
  const behind = db
    .updateTable('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('subject', '=', subject)
    .where('state', '=', 'waiting')
    .where('id', '>', id);
  await (
    next === null
      ? behind.set({ next_at: clock.now() }).where('next_at', '>', clock.now())
      : behind.set({ next_at: next }).where('next_at', '<', next)
  ).execute();
}

type Outcome = {
  /** Null without an answer. */
  readonly status: number | null;
  readonly answer: string | null;
  readonly retryAfter: string | null;
  readonly failure: string | null;
  readonly tookMs: number;
};

/** Nothing signs the callbacks of a key that has ended. */
const NO_KEY = { status: null, answer: null, retryAfter: null, failure: 'the API key has ended' } as const;

/** Sends one event once. Its row and its endpoint then say how that went. */
async function attempt(ctx: Ctx, delivery: Claimed, stopping: AbortSignal): Promise<void> {
  const outcome = await send(ctx, delivery, stopping);
  if (stopping.aborted && outcome.status === null) return;
  crashPoint('webhook: sent');
  await settle(ctx, delivery, outcome);
  crashPoint('webhook: settled');
}

async function send(
  ctx: Ctx,
  { webhook_id, api_key_id, message_id: id, body, url }: Claimed,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, isSandbox } = ctx;
  const since = performance.now();
  const took = () => ({ tookMs: Math.round(performance.now() - since) });
  try {
    const now = clock.now();
    const timestamp = Math.floor(now.getTime() / SECOND_MS);
    const secrets = await openSecrets(ctx, { id: webhook_id, api_key_id });
    if (secrets.length === 0) return { ...NO_KEY, ...took() };
    const signature = sign(secrets, { id, timestamp, body });
    const { status, text, retryAfter } = await postOut(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Portside-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signature,
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
      toLoopback: isSandbox,
      signal,
    });
    return { status, answer: storable(text), retryAfter, failure: null, ...took() };
  } catch (error) {
    const failure = storable(error instanceof Error ? error.message : String(error));
    return { status: null, answer: null, retryAfter: null, failure, ...took() };
  }
}

/** PostgreSQL keeps no NUL. */
const storable = (text: string): string => text.replaceAll('\0', '').slice(0, SHOWN).toWellFormed();

const isAccepted = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300;

/** The receiver is away or wants fewer events, whichever event it is. */
const isOfEndpoint = ({ status }: Outcome): boolean =>
  status === null || [429, 502, 503, 504].includes(status);

const GONE = 410;

function settle(ctx: Ctx, delivery: Claimed, outcome: Outcome): Promise<void> {
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const now = clock.now();
    const webhook = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', delivery.webhook_id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // Deleted meanwhile.
    if (!webhook) return;
    const isOver = isAccepted(outcome) || !webhook.is_on;
    const next = isOver ? null : nextAttempt(delivery, outcome, now);
    await db
      .updateTable('webhook_deliveries')
      .set({
        state: isAccepted(outcome) ? 'delivered' : next === null ? 'failed' : 'waiting',
        ...(next && { next_at: next }),
        status: outcome.status,
        answer: outcome.answer,
        took_ms: outcome.tookMs,
        failure: outcome.failure,
      })
      .where('id', '=', delivery.id)
      .execute();
    await holdBack(step, delivery, next);
    if (isAccepted(outcome)) await noteAccepted(step, webhook);
    // What its former address answers says nothing about the present one.
    else if (delivery.api_key_id !== null || delivery.url === webhook.url)
      await noteFailed(step, webhook, outcome, delivery);
  });
}

/** Null where its three days are over, and for a callback whose key or receiver is no more. */
function nextAttempt({ attempts, since, api_key_id }: Claimed, outcome: Outcome, now: Date): Date | null {
  const { status, retryAfter } = outcome;
  if (api_key_id !== null && (status === GONE || outcome.failure === NO_KEY.failure)) return null;
  const wait = Math.max(jitter(waitAfter(attempts)), readRetryAfter(retryAfter, now));
  const next = new Date(now.getTime() + wait);
  return next.getTime() - since.getTime() > TRIED_FOR_MS ? null : next;
}

const waitAfter = (failures: number): number => WAITS_MS[Math.min(failures, WAITS_MS.length) - 1]!;

const jitter = (ms: number): number => ms * (1 - JITTER + 2 * JITTER * Math.random());

async function noteAccepted({ db }: Ctx, { id, failures, failing_since }: WebhookRow): Promise<void> {
  if (failures === 0 && failing_since === null) return;
  await db
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null, paused_until: null })
    .where('id', '=', id)
    .execute();
}

/** Else what waits for an address that is away would keep the key's other callbacks waiting, a time-out for each event. */
async function pauseAddress(db: Db, { webhook_id: webhookId, url }: Claimed, until: Date): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: until })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('url', '=', url)
    .where('next_at', '<', until)
    .execute();
}

/** How often what still waits for the address has failed. */
async function countFailed(db: Db, { webhook_id: webhookId, url }: Claimed): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select(sql<number>`coalesce(sum(attempts), 0)::int`.as('count'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('url', '=', url)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Five days without anything accepted switch an endpoint off, and its answer that it is gone does at once. The callbacks
 * of a key go to an address each: they are not switched off, and one that is away pauses its own events only.
 */
async function noteFailed(
  step: Ctx,
  webhook: WebhookRow,
  outcome: Outcome,
  delivery: Claimed,
): Promise<void> {
  const { db, clock } = step;
  const isOfKey = webhook.api_key_id !== null;
  if (isOfKey && outcome.failure === NO_KEY.failure) return giveUpWaiting(db, webhook.id);
  const now = clock.now();
  const since = webhook.failing_since ?? now;
  const isGone = outcome.status === GONE;
  const lasts = (start: Date, ms: number): boolean => now.getTime() - start.getTime() >= ms;
  const isFailing = lasts(since, OFF_AFTER_MS) && lasts(delivery.since, OFF_AFTER_OF_ONE_MS);
  const isOver = !isOfKey && (isGone || isFailing);
  const failures = webhook.failures + 1;
  const pause = Math.max(
    Math.min(jitter(waitAfter(isOfKey ? await countFailed(db, delivery) : failures)), LONGEST_PAUSE_MS),
    readRetryAfter(outcome.retryAfter, now),
  );
  const until = isOfEndpoint(outcome) ? new Date(now.getTime() + pause) : null;
  if (until && isOfKey) await pauseAddress(db, delivery, until);
  await db
    .updateTable('webhooks')
    .set({
      failures,
      failing_since: since,
      ...(until && !isOfKey && { paused_until: until }),
      ...(isOver && webhook.is_on && { is_on: false, off_reason: isGone ? 'gone' : 'failing' }),
    })
    .where('id', '=', webhook.id)
    .execute();
  if (!isOver || !webhook.is_on) return;
  await giveUpWaiting(db, webhook.id);
  const facts = { host: new URL(webhook.url).host, isGone };
  if (webhook.user_id === null)
    await notifyStaff(step, { event: 'shopWebhookOff', reference: delivery.id, facts });
  else
    await notify(step, {
      userId: webhook.user_id,
      event: 'webhookOff',
      reference: delivery.id,
      facts: { ...facts, isShops: false },
    });
}
