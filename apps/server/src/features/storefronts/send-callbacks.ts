import { sql } from 'kysely';
import { userActor } from '../../platform/actor.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { postOut } from '../../platform/http/post-out.ts';
import type { Job } from '../../platform/jobs.ts';
import { openKeySecret, readRight } from '../api-keys/index.ts';
import { completeByReading, getOwnOrderById } from '../orders/index.ts';
import { readSetting } from '../settings/index.ts';
import { dujiaoNext, fulfil, signCall } from './dujiao-next.ts';
import { noteHanded } from './storefront-orders.ts';

/** Shops that are told at a time, and orders of each. */
const SHOPS = 50;
const AT_ONCE = 4;
const TIMEOUT_MS = 15 * SECOND_MS;
const ANSWER_BYTES = 64 * 1_024;
/** Longer than an attempt: whoever took it over is dead. */
const LEASE_MS = MINUTE_MS;
/** After each attempt that failed; then the shop has to ask, as it does anyway. */
const WAITS_MS = [30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS] as const;
/** Some shops read no more than a megabyte. */
const LARGEST_BYTES = 512 * 1_024;
/** What is signed, whatever the address of the callback is. */
const SIGNED_PATH = '/api/v1/upstream/callback';

type Due = {
  order_id: bigint;
  shop_order_no: string;
  callback_url: string;
  attempts: number;
  user_id: bigint;
};

/**
 * Tells shops that their orders are done, in the leader: each a lane, so that a slow one delays no other. Account texts are
 * opened for each attempt, and stored nowhere. While the operator has the protocol switched off, all wait.
 */
export function createSendCallbacksJob(ctx: Ctx): Job & { idle(): Promise<void> } {
  const lanes = new Map<bigint, Promise<void>>();
  const stopping = new AbortController();
  const idle = async (): Promise<void> => void (await Promise.all(lanes.values()));
  return {
    name: 'send callbacks',
    everyMs: SECOND_MS,
    run: async () => {
      if (!(await readSetting(ctx.db, 'protocolsOn')).includes(dujiaoNext.name)) return { more: false };
      for (const keyId of await findDueKeys(ctx, [...lanes.keys()], SHOPS - lanes.size)) {
        const sent = tellShop(ctx, keyId, stopping.signal)
          .catch((error: unknown) => ctx.log.error({ err: error, key: keyId.toString() }, 'callbacks wait'))
          .finally(() => lanes.delete(keyId));
        lanes.set(keyId, sent);
      }
      return { more: false };
    },
    idle,
    end: () => {
      stopping.abort();
      return idle();
    },
  };
}

async function findDueKeys({ db, clock }: Ctx, busy: readonly bigint[], most: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select api_key_id as id from storefront_orders
    where state = 'waiting' and next_at <= ${clock.now()}
      and api_key_id <> all(${sql.val(`{${busy.join(',')}}`)}::bigint[])
    group by api_key_id order by min(next_at) limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

async function tellShop(ctx: Ctx, keyId: bigint, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<Due>`
    with due as materialized (
      select order_id from storefront_orders where api_key_id = ${keyId} and state = 'waiting' and next_at <= ${now}
      order by next_at limit ${AT_ONCE} for update skip locked)
    update storefront_orders told set attempts = attempts + 1, next_at = ${new Date(now.getTime() + LEASE_MS)}
    from due, api_keys where told.order_id = due.order_id and api_keys.id = ${keyId}
    returning told.order_id, shop_order_no, callback_url, attempts, user_id`.execute(ctx.db);
  await Promise.all(rows.map((due) => tell(ctx, keyId, due, signal)));
}

async function tell(ctx: Ctx, keyId: bigint, due: Due, signal: AbortSignal): Promise<void> {
  const secret = await openKeySecret(ctx, keyId);
  const own = { ...ctx, actor: userActor(due.user_id) };
  const order = await getOwnOrderById(own, due.order_id);
  const isOver = order.refunded_quantity > 0 || order.accounts_deleted_at !== null;
  const mayTell = !isOver && (await readRight(ctx.db, due.user_id)).isAllowed;
  if (secret === null || !mayTell) return settle(ctx, due, 'failed');
  const fulfillment = await fulfil(own, order, LARGEST_BYTES);
  if (fulfillment === null) return settle(ctx, due, 'failed');
  const timestamp = Math.floor(ctx.clock.now().getTime() / SECOND_MS);
  const body = JSON.stringify({
    event: 'order.fulfilled',
    order_id: Number(order.id),
    order_no: order.order_no,
    downstream_order_no: due.shop_order_no,
    status: 'completed',
    fulfillment,
    timestamp,
  });
  if (Buffer.byteLength(body) > LARGEST_BYTES) return settle(ctx, due, 'failed');
  const accepted = await post(ctx, due.callback_url, signal, {
    body,
    'dujiao-next-api-key': keyId.toString(),
    'dujiao-next-timestamp': String(timestamp),
    'dujiao-next-signature': signCall(secret, {
      method: 'POST',
      path: SIGNED_PATH,
      timestamp: String(timestamp),
      body,
    }),
  });
  if (!accepted) return signal.aborted ? undefined : settle(ctx, due, nextWait(due));
  await noteHanded(ctx, order.id);
  await completeByReading(own, order);
}

type Signed = { readonly body: string } & Readonly<Record<string, string>>;

/** Such a shop answers 200 whatever it thinks of it, and says in the body whether it took it. */
async function post(
  { isSandbox, log }: Ctx,
  url: string,
  signal: AbortSignal,
  { body, ...headers }: Signed,
): Promise<boolean> {
  try {
    const { status, text } = await postOut(url, {
      headers: { 'content-type': 'application/json', 'user-agent': 'Portside-Callbacks/1', ...headers },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
      toLoopback: isSandbox,
      signal,
    });
    return status === 200 && (JSON.parse(text) as { ok?: unknown } | null)?.ok === true;
  } catch (error) {
    log.debug({ failure: error instanceof Error ? error.message : String(error) }, 'callback not accepted');
    return false;
  }
}

/** After the last attempt, none. */
const nextWait = ({ attempts }: Due): number | 'failed' => WAITS_MS[attempts - 1] ?? 'failed';

async function settle({ db, clock }: Ctx, { order_id: id }: Due, outcome: number | 'failed'): Promise<void> {
  await db
    .updateTable('storefront_orders')
    .set(outcome === 'failed' ? { state: 'failed' } : { next_at: new Date(clock.now().getTime() + outcome) })
    .where('order_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
