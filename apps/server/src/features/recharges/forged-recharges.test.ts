import { formatMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChainWorld, type Buyer, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { evaluateAlarms } from '../alarms/evaluate-alarms.ts';
import { findCandidates } from './crediting/find-candidates.ts';
import { createRecharge } from './create-recharge.ts';
import { listRedirected } from './index.ts';
import { readRecharge } from './own-recharges.ts';
import { macOfRecharge } from './recharge-macs.ts';
import type { RechargeRow } from './recharges.sql.ts';

/**
 * An attacker who can write to the database, without the keys, and is a buyer, makes another buyer's payment theirs.
 */

let chains: TestChains;
let world: ChainWorld;
let victim: Buyer;
let thief: Buyer;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());
beforeEach(async () => {
  world = await createChainWorld(chains, ['ETH']);
  await world.ctx.db
    .updateTable('recharges')
    .set({ state: 'expired', is_reserved: false })
    .where('state', 'in', ['waiting', 'seen', 'expired'])
    .execute();
  [victim, thief] = [await world.createBuyer(), await world.createBuyer()];
});

const ask = async ({ ctx }: Buyer, amount: string): Promise<RechargeRow> => {
  const input = { body: { type: 'ETH' as const, amount }, idempotencyKey: randomBytes(8).toString('hex') };
  const { order_id } = await createRecharge(ctx, input);
  return rowOf(order_id);
};
const rowOf = (orderId: string) =>
  world.ctx.db.selectFrom('recharges').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
const changed = new Set<string>();
const change = ({ order_id }: RechargeRow, columns: Record<string, unknown>) => {
  if (!('is_reserved' in columns)) changed.add(order_id);
  return world.ctx.db.updateTable('recharges').set(columns).where('order_id', '=', order_id).execute();
};
const lastDeposit = () =>
  world.ctx.db.selectFrom('deposits').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
const forged = async () =>
  (await evaluateAlarms(world.ctx, await listRedirected(world.ctx))).filter(
    ({ kind }) => kind === 'recordsForged',
  );

test('a payment of the exact amount is its buyer’s', async () => {
  const mine = await ask(victim, '20');
  await world.payFinally('ETH', formatMicro(mine.pay_amount_micro));
  expect(await victim.balance()).toBe(mine.pay_amount_micro);
  expect(await forged()).toEqual([]);
});

type Attack = (mine: RechargeRow, theirs: RechargeRow) => Promise<unknown>;
const attacks: [string, Attack][] = [
  ['gives it to themselves', (mine) => change(mine, { user_id: thief.userId })],
  [
    'gives it to themselves and takes the mark of theirs',
    (mine, theirs) => change(mine, { user_id: thief.userId, mac: theirs.mac }),
  ],
  [
    'gives it to themselves without a mark, as of before there were marks',
    (mine) => change(mine, { user_id: thief.userId, mac: null, state: 'expired' }),
  ],
  [
    'exchanges the amounts',
    async (mine, theirs) => {
      await change(theirs, { pay_amount_micro: theirs.amount_micro + 9_999n });
      await change(mine, { pay_amount_micro: theirs.pay_amount_micro });
      await change(theirs, { pay_amount_micro: mine.pay_amount_micro });
    },
  ],
  [
    'reserves the amount for theirs for ever',
    async (mine, theirs) => {
      await change(mine, { is_reserved: false });
      await change(theirs, {
        pay_amount_micro: mine.pay_amount_micro,
        reserved_until: new Date('2030-01-01T00:00:00Z'),
      });
    },
  ],
];

describe.each(attacks)('whoever %s', (_, attack) => {
  test('gets nothing: the payment waits for people, with an alarm, and nobody is suggested', async () => {
    const [mine, theirs] = [await ask(victim, '20'), await ask(thief, '20')];
    await attack(mine, theirs);
    await world.pay('ETH', formatMicro(mine.pay_amount_micro));
    await world.follow('ETH');
    await world.settle('ETH');
    expect([await victim.balance(), await thief.balance()]).toEqual([0n, 0n]);
    const deposit = await lastDeposit();
    expect(deposit).toMatchObject({ state: 'unmatched', amount_micro: mine.pay_amount_micro });
    expect(await forged()).toMatchObject([{ network: 'ETH', findings: [{ code: 'rechargesForged' }] }]);
    const suggested = await findCandidates(world.ctx, deposit);
    expect(suggested.filter(({ orderId }) => changed.has(orderId ?? ''))).toEqual([]);
  });
});

test('of two that both had the amount, none gets the payment: one of them was put back', async () => {
  const [mine, theirs] = [await ask(victim, '20'), await ask(thief, '20')];
  // As if the thief had asked first, and the shop had then been made to give the same amount again.
  await change(theirs, { is_reserved: false });
  const row = { pay_amount_micro: mine.pay_amount_micro, amount_micro: mine.amount_micro };
  await change(theirs, row);
  await sealAgain(theirs);
  await change(mine, { is_reserved: false });
  await change(theirs, { is_reserved: true });
  await world.payFinally('ETH', formatMicro(mine.pay_amount_micro));
  expect([await victim.balance(), await thief.balance()]).toEqual([0n, 0n]);
});

test('what the checkout contract names is believed only where the shop has made it', async () => {
  const [mine, theirs] = [await ask(victim, '20'), await ask(thief, '20')];
  await change(mine, { order_ref: `0x${randomBytes(32).toString('hex')}` });
  await change(theirs, { order_ref: mine.order_ref });
  await world.payByCheckout('ETH', { ...mine, order_id: mine.order_id } as never, '3');
  await world.settle('ETH');
  expect([await victim.balance(), await thief.balance()]).toEqual([0n, 0n]);
});

test('its page shows a buyer no address of a top-up that somebody else has made theirs', async () => {
  const mine = await ask(victim, '20');
  await change(mine, { user_id: thief.userId });
  const shown = await readRecharge(thief.ctx, { params: { order_id: mine.order_id } });
  expect(shown).toMatchObject({ wallet_address: null, checkout_address: null });
});

/** As the shop would have written it. */
const sealAgain = async ({ order_id }: RechargeRow): Promise<void> => {
  await change({ order_id } as RechargeRow, { mac: macOfRecharge(world.ctx.keyring, await rowOf(order_id)) });
};
