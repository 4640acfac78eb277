import { formatAddress, hashSignedText } from '@portside/chain';
import { transferEvent } from '@portside/chain/testing/fake-chain';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import type { Hex } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { signInAdmin, TEST_PASSWORD } from '../../testing/people.ts';
import { randomAddress } from '../../testing/chain-world.ts';
import { MICRO, openBalanceWorld, paymentOf, TYPE, type BalanceWorld } from '../../testing/payouts-world.ts';
import { approveProposal } from '../approvals/decide-proposal.ts';
import { changeSettings } from '../settings/settings.ts';
import { setUserStatus } from '../users/users.ts';
import { sumApproved } from './index.ts';
import { readStatement } from '../statements/read-statement.ts';
import { confirmPayoutWallet, createPayoutWalletText } from './balance-payout.ts';
import { listPayouts } from './decide-payout.ts';
import { cancelPayout } from './request-payout.ts';

let world: BalanceWorld;
let ctx: Ctx;
beforeAll(async () => {
  world = await openBalanceWorld();
  ({ ctx } = world);
});
const createBuyer = () => world.createBuyer();

const at = (id: string) => ({ params: { id } });
const refused = (reason: string) => expect.objectContaining({ reason });

test('own top-ups go back to the wallet that sent them, once somebody has looked and the time has passed', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(100n * MICRO);
  await buyer.give(40n * MICRO);
  await buyer.buy(3);
  expect(await buyer.read()).toMatchObject({
    is_on: true,
    payable: '70',
    wait_hours: 24,
    wallets: [{ address: formatAddress(TYPE, buyer.wallet), is_signed: false, payable: '70' }],
  });
  await expect(buyer.ask('70.000001')).rejects.toEqual(refused('balanceTooLow'));
  const request = await buyer.ask('60');
  expect(request).toMatchObject({ kind: 'balance', state: 'requested', amount: '60' });
  expect(await buyer.balance()).toBe(50n * MICRO);
  expect(await buyer.held()).toBe(60n * MICRO);
  await expect(buyer.ask('1')).rejects.toEqual(refused('payoutOpen'));
  // It may be an exchange's.
  await expect(world.approve(request.id)).rejects.toEqual(refused('payoutWalletUnsigned'));
  await world.approve(request.id, world.ann, true);
  await expect(world.start(request.id)).rejects.toEqual(refused('payoutWaits'));
  world.clock.advance(DAY_MS);
  await world.start(request.id);
  const hash = world.mine('back', transferEvent(buyer.wallet, 60n * MICRO));
  await world.record(request.id, hash);
  await world.confirm();
  const { requests, payable } = await buyer.read();
  expect(requests[0]).toMatchObject({ state: 'paid' });
  expect(requests[0]!.tx_hash!.toLowerCase()).toContain(hash.toLowerCase().replace('0x', ''));
  expect(payable).toBe('10');
  // Settled, it is still found by whose it is.
  const query = { limit: 10, agent_id: String(buyer.id) };
  expect((await listPayouts(world.ann.ctx, { query })).items).toMatchObject([
    { id: request.id, state: 'paid' },
  ]);
  expect(await buyer.held()).toBe(0n);
  expect(await buyer.balance()).toBe(50n * MICRO);
  expect(await buyer.mismatches()).toEqual([]);
  const told = await ctx.db
    .selectFrom('notices')
    .select('event')
    .where('user_id', '=', buyer.id)
    .orderBy('id')
    .execute();
  expect(told.map(({ event }) => event)).toEqual(['payoutRequested', 'payoutApproved', 'payoutPaid']);
  const mails = await ctx.db
    .selectFrom('mails')
    .select('kind')
    .where('kind', 'in', ['payout-requested', 'payout-approved', 'payout-paid', 'payout-waiting'])
    .execute();
  expect(new Set(mails.map(({ kind }) => kind)).size).toBe(4);
});

test('the statement has the hash of what was paid back', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(50n * MICRO);
  const from = new Date(world.clock.now().getTime() - HOUR_MS).toISOString();
  const hash = await world.payBack(await buyer.ask('20'), 'statement');
  const to = new Date(world.clock.now().getTime() + HOUR_MS).toISOString();
  let text = '';
  const reply = {
    header: () => reply,
    type: () => reply,
    headers: () => reply,
    send: (body: AsyncIterable<unknown> | string) => body,
  };
  const body = await readStatement(
    buyer.ctx,
    { query: { from, to, format: 'csv' } } as never,
    reply as never,
  );
  if (typeof body === 'string') text = body;
  else for await (const part of body as AsyncIterable<unknown>) text += String(part);
  expect(text.toLowerCase()).toContain(hash.toLowerCase().replace('0x', ''));
});

test('what is given back: cancelled or rejected, the amount is balance again', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(50n * MICRO);
  const first = await buyer.ask('50', buyer.wallet, undefined, 'one key');
  expect(await buyer.ask('50', buyer.wallet, undefined, 'one key')).toEqual(first);
  await expect(buyer.ask('49', buyer.wallet, undefined, 'one key')).rejects.toEqual(refused('keyReused'));
  await expect(cancelPayout((await createBuyer()).ctx, at(first.id))).rejects.toEqual(refused('notFound'));
  await cancelPayout(buyer.ctx, at(first.id));
  await cancelPayout(buyer.ctx, at(first.id));
  expect(await buyer.balance()).toBe(50n * MICRO);
  const second = await buyer.ask('50');
  await world.reject(second.id);
  expect(await buyer.balance()).toBe(50n * MICRO);
  expect((await buyer.read()).payable).toBe('50');
  expect(await buyer.held()).toBe(0n);
  expect(await buyer.mismatches()).toEqual([]);
});

test('it goes to no other wallet, unless that one signs; blocked ones get nothing', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(30n * MICRO);
  const other = generatePrivateKey();
  const address = privateKeyToAccount(other).address.toLowerCase() as Hex;
  await expect(buyer.ask('20', address)).rejects.toEqual(refused('payoutWalletUnknown'));
  const body = { type: TYPE, address: formatAddress(TYPE, address) } as const;
  const confirm = async (key: Hex, who = buyer.ctx) => {
    const { text, expires_at } = await createPayoutWalletText(who, { body });
    const signature = await sign({ hash: hashSignedText(TYPE, text), privateKey: key, to: 'hex' });
    return (as: Ctx, until = expires_at, password = TEST_PASSWORD) =>
      confirmPayoutWallet(as, { body: { ...body, expires_at: until, signature, password } }, {});
  };
  await expect((await confirm(buyer.key))(buyer.ctx)).rejects.toEqual(refused('signerNotSender'));
  const good = await confirm(other);
  // Neither for another user, nor for another time.
  await expect(good((await createBuyer()).ctx)).rejects.toEqual(refused('signerNotSender'));
  const later = new Date(world.clock.now().getTime() + 600_000).toISOString();
  await expect(good(buyer.ctx, later)).rejects.toEqual(refused('signerNotSender'));
  const never = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
  await expect(good(buyer.ctx, never)).rejects.toEqual(refused('claimTextExpired'));
  await expect(good(buyer.ctx, undefined, 'wrong')).rejects.toEqual(refused('oldPasswordWrong'));
  await good(buyer.ctx);
  await good(buyer.ctx);
  // Once, and whoever did it without the owner's knowledge is found out.
  const told = await ctx.db.selectFrom('notices').select('event').where('user_id', '=', buyer.id).execute();
  expect(told).toEqual([{ event: 'payoutWalletConfirmed' }]);
  const { id } = await buyer.ask('20', address);
  // Signed, it needs no look; large, it needs a second person.
  expect((await world.approve(id)).payout.state).toBe('approved');
  await world.reject(id);
  await ctx.db
    .insertInto('blocked_wallets')
    .values({ network: TYPE, address, list: 'own', note: 'fraud', created_at: world.clock.now() })
    .execute();
  await expect(buyer.ask('20', address)).rejects.toEqual(refused('payoutAddressRefused'));
});

test('what was topped up by a deposit that is reversed is not paid back, whatever else there is', async () => {
  const gifted = await createBuyer();
  const deposit = await gifted.topUp(100n * MICRO);
  await gifted.give(100n * MICRO);
  const first = await gifted.ask('100');
  await gifted.reverse(deposit);
  // The reversal has taken the gift; what is held is the shop's.
  expect([await gifted.balance(), await gifted.held()]).toEqual([0n, 100n * MICRO]);
  await expect(world.approve(first.id, world.ann, true)).rejects.toEqual(refused('balanceTooLow'));
  await world.reject(first.id);
  expect(await gifted.read()).toMatchObject({ payable: '0' });
  await gifted.topUp(30n * MICRO);
  expect(await gifted.read()).toMatchObject({ payable: '30' });

  const owing = await createBuyer();
  const lost = await owing.topUp(100n * MICRO);
  const second = await owing.ask('100');
  await world.approve(second.id, world.ann, true);
  await owing.reverse(lost);
  world.clock.advance(DAY_MS);
  await expect(world.start(second.id)).rejects.toEqual(refused('balanceTooLow'));
  await world.reject(second.id);
  expect(await owing.balance()).toBe(100n * MICRO);
  // It is owed.
  expect(await owing.read()).toMatchObject({ payable: '0' });
  expect(await owing.mismatches()).toEqual([]);
});

test('a wallet whose top-up is reversed gets nothing of what another one sent, unless it signs', async () => {
  const buyer = await createBuyer();
  const lost = await buyer.topUp(50n * MICRO);
  const other = randomAddress();
  await buyer.topUp(80n * MICRO, 0n, other);
  const { id } = await buyer.ask('50');
  await world.approve(id, world.ann, true);
  await buyer.reverse(lost);
  world.clock.advance(DAY_MS);
  // The rest of the balance covers it.
  expect([await buyer.balance(), await buyer.held()]).toEqual([30n * MICRO, 50n * MICRO]);
  await expect(world.start(id)).rejects.toEqual(refused('payoutWalletUnknown'));
  await world.reject(id);
  expect(await buyer.balance()).toBe(80n * MICRO);
  await expect(buyer.ask('10')).rejects.toEqual(refused('payoutWalletUnknown'));
  expect((await buyer.read()).wallets).toMatchObject([{ payable: '80' }]);

  // Of two top-ups, one is left, and less than it was asked for.
  const half = await buyer.topUp(30n * MICRO);
  await buyer.topUp(20n * MICRO);
  const second = await buyer.ask('40');
  await buyer.reverse(half);
  await expect(world.approve(second.id, world.ann, true)).rejects.toEqual(refused('payoutWalletUnknown'));
  expect((await buyer.read()).wallets).toMatchObject([{ payable: '60' }, { payable: '0' }]);
  await ctx.db
    .insertInto('confirmed_wallets')
    .values({ user_id: buyer.id, network: TYPE, address: buyer.wallet, confirmed_at: world.clock.now() })
    .execute();
  await world.approve(second.id, world.ann, true);
  expect(await buyer.mismatches()).toEqual([]);
});

test('what was sent before its top-up was reversed is recorded, so that it is not paid twice', async () => {
  const buyer = await createBuyer();
  const lost = await buyer.topUp(50n * MICRO);
  await buyer.topUp(80n * MICRO, 0n, randomAddress());
  const { id } = await buyer.ask('50');
  await world.approve(id, world.ann, true);
  world.clock.advance(DAY_MS);
  const hash = world.mine('from elsewhere', transferEvent(buyer.wallet, 50n * MICRO));
  await buyer.reverse(lost);
  await expect(world.start(id)).rejects.toEqual(refused('payoutWalletUnknown'));
  await world.record(id, hash);
  await expect(cancelPayout(buyer.ctx, at(id))).rejects.toEqual(refused('payoutSettled'));
  await world.confirm();
  expect((await buyer.read()).requests[0]).toMatchObject({ state: 'paid' });
  expect([await buyer.balance(), await buyer.held()]).toEqual([30n * MICRO, 0n]);
  expect(await buyer.mismatches()).toEqual([]);
});

test('what may have been sent is given back only by who says that it was not', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(50n * MICRO);
  const { id } = await buyer.ask('50');
  const dan = await signInAdmin(ctx);
  const since = new Date(world.clock.now().getTime() - HOUR_MS);
  await world.approve(id, dan, true);
  // A stranger with the buyer's session cannot have it sooner than the buyer can withdraw it.
  const hash = world.mine('too soon', transferEvent(buyer.wallet, 50n * MICRO));
  await expect(world.record(id, hash)).rejects.toEqual(refused('payoutWaits'));
  world.clock.advance(DAY_MS);
  await world.start(id);
  await expect(cancelPayout(buyer.ctx, at(id))).rejects.toEqual(refused('payoutSettled'));
  await expect(world.reject(id)).rejects.toEqual(refused('payoutBegun'));
  await world.reject(id, true);
  expect(await buyer.balance()).toBe(50n * MICRO);
  // Nor does it make room for as much again.
  expect(await sumApproved(ctx, dan.user.id, since)).toBe(50n * MICRO);
  const { id: next } = await buyer.ask('50');
  await world.approve(next, dan, true);
  await expect(cancelPayout(buyer.ctx, at(next))).resolves.toMatchObject({ state: 'cancelled' });
  await expect(world.start(next)).rejects.toEqual(refused('payoutSettled'));
  expect(await sumApproved(ctx, dan.user.id, since)).toBe(50n * MICRO);
});

test('what admins have assigned is no own top-up, until its wallet signs', async () => {
  const buyer = await createBuyer();
  const deposit = await buyer.topUp(80n * MICRO);
  await ctx.db
    .insertInto('proposals')
    .values({
      kind: 'depositAssignmentApproved',
      subject: `deposit:${deposit}`,
      terms: '{}',
      reason: 'a receipt',
      action: 'deposit.assign',
      cools_ms: 0n,
      state: 'applied',
      proposed_by: world.ann.user.id,
      proposed_at: world.clock.now(),
      expires_at: world.clock.now(),
      approved_by: world.bob.user.id,
      approved_at: world.clock.now(),
      due_at: null,
      settled_by: null,
      settled_at: world.clock.now(),
      idempotency_key: null,
    })
    .execute();
  expect(await buyer.read()).toMatchObject({ payable: '0', wallets: [] });
  await expect(buyer.ask('10')).rejects.toEqual(refused('balanceTooLow'));
  await ctx.db
    .insertInto('confirmed_wallets')
    .values({ user_id: buyer.id, network: TYPE, address: buyer.wallet, confirmed_at: world.clock.now() })
    .execute();
  expect(await buyer.read()).toMatchObject({ payable: '80', wallets: [{ is_signed: true, payable: '80' }] });
});

test('a profile is not closed while an amount of it is held', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(20n * MICRO);
  const { id } = await buyer.ask('20');
  expect(await buyer.balance()).toBe(0n);
  await expect(setUserStatus(world.ann.ctx, buyer.id, 'closed')).rejects.toEqual(refused('balanceNotZero'));
  await cancelPayout(buyer.ctx, at(id));
});

test('nor while it has commission, asked for or not', async () => {
  const agent = await world.hire();
  await agent.earn(5);
  const close = () => setUserStatus(world.ann.ctx, agent.id, 'closed');
  await expect(close()).rejects.toEqual(refused('balanceNotZero'));
  const { id } = await agent.ask('50');
  await expect(close()).rejects.toEqual(refused('balanceNotZero'));
  await world.approve(id);
  await world.record(id, world.mine('last', paymentOf(agent, 50n * MICRO)));
  await world.confirm();
  await close();
});

test('limits, a second person above the setting, and the switch', async () => {
  const buyer = await createBuyer();
  await buyer.topUp(2_000n * MICRO);
  await changeSettings(world.ann.ctx, { balance_payout_maximum: '500', balance_payout_minimum: '20' });
  await expect(buyer.ask('19.99')).rejects.toEqual(refused('amountOutOfRange'));
  await expect(buyer.ask('500.01')).rejects.toEqual(refused('amountOutOfRange'));
  const request = await buyer.ask('450');
  const { proposal } = await world.approve(request.id, world.ann, true);
  expect(proposal!.terms).toMatchObject({ paid_out: 'balance', wallet: 'unsigned' });
  await approveProposal(world.bob.ctx, BigInt(proposal!.id));
  expect((await world.stateOf(request.id)).state).toBe('approved');
  await world.reject(request.id);
  const paid = await buyer.ask('450');
  await world.approve(paid.id, world.ann, true);
  await expect(cancelPayout(buyer.ctx, at(paid.id))).resolves.toMatchObject({ state: 'cancelled' });
  await changeSettings(world.ann.ctx, { balance_payouts: false });
  await expect(buyer.ask('20')).rejects.toEqual(refused('payoutsOff'));
  expect(await buyer.read()).toMatchObject({ is_on: false, payable: '0', wallets: [] });
  await changeSettings(world.ann.ctx, {
    balance_payouts: true,
    balance_payout_maximum: '1000000',
    balance_payout_minimum: '1',
  });
});
