import { RECHARGE_STATUSES } from '@portside/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { createFollowedChain, setReadUntil } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { cancelRecharge, listRecharges, readRecharge, submitTxHash } from './own-recharges.ts';
import { createRecharge } from './create-recharge.ts';
import { expireRecharges } from './expire-recharges.ts';
import {
  canMoveRecharge,
  RECHARGE_MOVERS,
  RECHARGE_STATES,
  RECHARGE_TRANSITIONS,
  shownStateOf,
  statesBefore,
  statesOf,
  statusOf,
} from './recharge-states.ts';

const HASH = 'ab'.repeat(32);

let keys = 0;
const ask = (ctx: Ctx, amount = '10') =>
  createRecharge(ctx, { body: { type: 'TRON', amount }, idempotencyKey: `key ${(keys += 1)}` });

async function createShop() {
  const world = await createWorld();
  const chain = await createFollowedChain(world.ctx, 'TRON');
  const asBuyer = async (): Promise<Ctx> => ({
    ...world.ctx,
    actor: (await createPerson(world.ctx)).actor,
  });
  return { ...world, chain, asBuyer };
}

test("another user's top-up does not exist, whatever is asked of it", async () => {
  const { asBuyer } = await createShop();
  const [owner, stranger] = [await asBuyer(), await asBuyer()];
  const params = await ask(owner);
  const notFound = { reason: 'notFound' };
  await expect(readRecharge(stranger, { params })).rejects.toMatchObject(notFound);
  await expect(cancelRecharge(stranger, { params })).rejects.toMatchObject(notFound);
  const hint = { params, body: { tx_hash: HASH } };
  await expect(submitTxHash(stranger, hint, () => undefined)).rejects.toMatchObject(notFound);
  expect((await listRecharges(stranger, { query: { limit: 20 } })).items).toEqual([]);
  expect((await readRecharge(owner, { params })).sub_state).toBe('waiting');
});

test('pages follow one another from the newest on, and filter by status and time', async () => {
  const { ctx, clock, asBuyer } = await createShop();
  const buyer = await asBuyer();
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const recharge = await ask(buyer);
    made.unshift(recharge.order_id);
    if (count < 4) await cancelRecharge(buyer, { params: recharge });
    clock.advance(1000);
  }
  const found: string[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { limit: 2, ...(cursor && { cursor }) };
    const page = await listRecharges(buyer, { query });
    found.push(...page.items.map(({ order_id }) => order_id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(found).toEqual(made);
  const failed = await listRecharges(buyer, { query: { limit: 20, status: 'failed' } });
  expect(failed.items.map(({ order_id }) => order_id)).toEqual(made.slice(1));
  const from = new Date(ctx.clock.now().getTime() - 1500).toISOString();
  const recent = await listRecharges(buyer, { query: { limit: 20, from } });
  expect(recent.items.map(({ order_id }) => order_id)).toEqual(made.slice(0, 1));
  const wrong = listRecharges(buyer, { query: { limit: 2, cursor: "1' or 1=1" } });
  await expect(wrong).rejects.toMatchObject({ reason: 'invalidFormat' });
});

test('a cancelled top-up stays cancelled, and its amount reserved', async () => {
  const { ctx, asBuyer } = await createShop();
  const buyer = await asBuyer();
  const recharge = await ask(buyer);
  const cancelled = await cancelRecharge(buyer, { params: recharge });
  expect(cancelled).toMatchObject({ status: 'failed', sub_state: 'cancelled' });
  expect(await cancelRecharge(buyer, { params: recharge })).toEqual(cancelled);
  const row = ctx.db.selectFrom('recharges').select('is_reserved');
  expect(await row.where('order_id', '=', recharge.order_id).executeTakeFirst()).toEqual({
    is_reserved: true,
  });
});

test('cancelled by many calls at the same time, each of them hears that it is', async () => {
  const { asBuyer } = await createShop();
  const buyer = await asBuyer();
  // The first ones open the connections.
  for (let round = 0; round < 5; round += 1) {
    const params = await ask(buyer);
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancelRecharge(buyer, { params })));
    expect(new Set(answers.map(({ sub_state: state }) => state))).toEqual(new Set(['cancelled']));
  }
});

test('a quote expires when the chain has been read past it and its grace, and no sooner', async () => {
  const { ctx, clock, chain, asBuyer } = await createShop();
  const buyer = await asBuyer();
  const params = await ask(buyer);
  const ended = new Date(params.expires_at).getTime();
  // The shop's clock alone ends nothing: the follower may be behind.
  clock.advance(100 * MINUTE_MS);
  await expireRecharges(ctx);
  await setReadUntil(ctx, chain.chainId, new Date(ended + MINUTE_MS));
  await expireRecharges(ctx);
  expect((await readRecharge(buyer, { params })).sub_state).toBe('waiting');
  await setReadUntil(ctx, chain.chainId, new Date(ended + 3 * MINUTE_MS));
  await expireRecharges(ctx);
  expect(await readRecharge(buyer, { params })).toMatchObject({ status: 'failed', sub_state: 'expired' });
  await expect(cancelRecharge(buyer, { params })).rejects.toMatchObject({ reason: 'notCancellable' });
});

test('a payment that was seen does not let its top-up expire', async () => {
  const { ctx, chain, asBuyer } = await createShop();
  const buyer = await asBuyer();
  const params = await ask(buyer);
  await sql`update recharges set state = 'seen' where order_id = ${params.order_id}`.execute(ctx.db);
  await setReadUntil(ctx, chain.chainId, new Date('2026-11-20T14:00:00Z'));
  await expireRecharges(ctx);
  expect((await readRecharge(buyer, { params })).sub_state).toBe('seen');
});

test('an amount is free again a day after the quote ended, by the time of the chain', async () => {
  const { ctx, chain, asBuyer } = await createShop();
  const { order_id } = await ask(await asBuyer());
  const isReserved = async () => {
    await expireRecharges(ctx);
    const row = ctx.db.selectFrom('recharges').select('is_reserved').where('order_id', '=', order_id);
    return (await row.executeTakeFirstOrThrow()).is_reserved;
  };
  await setReadUntil(ctx, chain.chainId, new Date('2026-11-21T12:30:00Z'));
  expect(await isReserved()).toBe(true);
  await setReadUntil(ctx, chain.chainId, new Date('2026-11-21T12:30:01Z'));
  expect(await isReserved()).toBe(false);
});

test('a backlog of ended quotes is worked off batch by batch', async () => {
  const { ctx, chain, asBuyer } = await createShop();
  const { order_id } = await ask(await asBuyer());
  await sql`
    insert into recharges (order_id, user_id, network, chain_id, contract_address, wallet_address, order_ref,
      amount_micro, pay_amount_micro, idempotency_key, created_at, head_at_creation, expires_at, reserved_until, is_reserved)
    select 'RECH8' || lpad(tail::text, 16, '0'), user_id, network, chain_id, contract_address, wallet_address,
      '0x8' || lpad(to_hex(tail), 63, '0'), amount_micro, amount_micro + tail, 'more ' || tail, created_at, head_at_creation,
      expires_at, reserved_until, false
    from recharges, generate_series(1, 450) as tail where order_id = ${order_id}`.execute(ctx.db);
  await setReadUntil(ctx, chain.chainId, new Date('2026-11-20T14:00:00Z'));
  let runs = 1;
  while ((await expireRecharges(ctx)).more) runs += 1;
  expect(runs).toBe(3);
  const waiting = ctx.db.selectFrom('recharges').select('id').where('chain_id', '=', chain.chainId);
  expect(await waiting.where('state', '=', 'waiting').execute()).toEqual([]);
});

test('a hint is kept once, makes the follower look and changes nothing else', async () => {
  const { ctx, asBuyer } = await createShop();
  const buyer = await asBuyer();
  const recharge = await ask(buyer);
  const looked: string[] = [];
  const hint = (tx_hash: string) =>
    submitTxHash(buyer, { params: recharge, body: { tx_hash } }, (network) => void looked.push(network));
  const submitted = {
    tx_hash: HASH,
    submitted_at: ctx.clock.now().toISOString(),
    checked_at: expect.any(String) as string,
    is_found: false,
    payment: null,
  };
  expect(await hint(`0x${HASH.toUpperCase()}`)).toEqual({ ...recharge, submitted });
  expect(await hint(HASH)).toEqual({ ...recharge, submitted });
  expect(looked).toEqual(['TRON']);
  const row = ctx.db.selectFrom('recharges').select('submitted_tx_hash');
  expect(await row.where('order_id', '=', recharge.order_id).executeTakeFirst()).toEqual({
    submitted_tx_hash: `0x${HASH}`,
  });
});

test.each(['cancelled', 'expired'] as const)(
  'a hint is taken as long as a late payment of a %s top-up counts, and refused afterwards',
  async (ending) => {
    const { ctx, chain, asBuyer } = await createShop();
    const buyer = await asBuyer();
    const params = await ask(buyer);
    const looked: string[] = [];
    const hint = (tx_hash: string) =>
      submitTxHash(buyer, { params, body: { tx_hash } }, (network) => void looked.push(network));
    const readUntil = async (time: Date) => {
      await setReadUntil(ctx, chain.chainId, time);
      await expireRecharges(ctx);
    };
    if (ending === 'cancelled') await cancelRecharge(buyer, { params });
    await readUntil(new Date('2026-11-20T12:33:00Z'));
    expect(await hint(HASH)).toMatchObject({
      sub_state: ending,
      awaits_payment: true,
      submitted: { tx_hash: HASH, is_found: false },
    });
    await readUntil(new Date('2026-11-21T12:30:01Z'));
    expect(await readRecharge(buyer, { params })).toMatchObject({
      awaits_payment: false,
      submitted: { tx_hash: HASH },
    });
    await expect(hint('cd'.repeat(32))).rejects.toMatchObject({ reason: 'paymentNotAwaited' });
    // What was submitted in time stays.
    expect(await hint(HASH)).toMatchObject({ submitted: { tx_hash: HASH } });
    expect(looked).toEqual(['TRON']);
  },
);

const everyMove = RECHARGE_STATES.flatMap((from) =>
  RECHARGE_STATES.flatMap((to) => RECHARGE_MOVERS.map((by) => [from, to, by] as const)),
);

test('only what the table lists is allowed, by whom it lists', () => {
  const allowed = everyMove.filter((move) => canMoveRecharge(...move));
  expect(new Set(allowed.map(String))).toEqual(new Set(RECHARGE_TRANSITIONS.map(String)));
  expect(allowed).toHaveLength(21);
});

test('a buyer can only cancel, or sign for a payment, the follower can only show, time can only expire', () => {
  const targets = (by: string) =>
    new Set(everyMove.filter((move) => move[2] === by && canMoveRecharge(...move)).map(([, to]) => to));
  expect(targets('buyer')).toEqual(new Set(['cancelled', 'credited']));
  expect(statesBefore('credited', 'buyer')).toEqual(['waiting', 'expired']);
  expect(targets('watcher')).toEqual(new Set(['seen', 'waiting']));
  expect(targets('scheduler')).toEqual(new Set(['expired']));
});

test('a payment that was seen can neither be cancelled nor expire', () => {
  expect(statesBefore('cancelled', 'buyer')).toEqual(['waiting']);
  expect(statesBefore('expired', 'scheduler')).toEqual(['waiting']);
});

test('a deposit makes every open or failed top-up successful, but not one that people decided on', () => {
  expect(statesBefore('credited', 'matcher')).toEqual([
    'waiting',
    'seen',
    'review',
    'credited',
    'cancelled',
    'expired',
  ]);
  expect(statesBefore('credited', 'admins')).toEqual(['waiting', 'seen', 'review', 'cancelled', 'expired']);
});

test('each state has one status, and a status finds its states', () => {
  const found = RECHARGE_STATUSES.flatMap(statesOf);
  expect(found.toSorted()).toEqual(RECHARGE_STATES.toSorted());
  expect(RECHARGE_STATES.filter((state) => !statesOf(statusOf(state)).includes(state))).toEqual([]);
  expect(statesOf('successful')).toEqual(['credited']);
});

test('a payment is seen in its own block and being confirmed from the next one on', () => {
  expect(shownStateOf('seen', null)).toBe('seen');
  expect(shownStateOf('seen', 0)).toBe('seen');
  expect(shownStateOf('seen', 1)).toBe('confirming');
  expect(shownStateOf('credited', 9)).toBe('credited');
});
