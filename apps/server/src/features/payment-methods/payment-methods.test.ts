import { DAY_MS } from '../../platform/clock.ts';
import { pinnedToken } from '@portside/chain';
import type { Network } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import { visitor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { forgetMethods } from '../../testing/sealed-rows.ts';
import { createWorld, type TestClock } from '../../testing/world.ts';
import {
  findActiveMethod,
  findUsablePaymentMethods,
  listWatchedTreasuries,
  setPaymentMethod,
  type PaymentMethodInput,
} from './index.ts';

const TETHER = pinnedToken('ETH', 1)!;

let ctx: Ctx;
let clock: TestClock;

beforeEach(async () => {
  ({ ctx, clock } = await createWorld());
  await forgetMethods(ctx);
});

const address = (): Hex => `0x${randomBytes(20).toString('hex')}`;
const local = (type: Network = 'TRON'): PaymentMethodInput => ({
  type,
  chainId: 7_700_009,
  contractAddress: `0x${'0a'.repeat(20)}`,
  walletAddress: address(),
  checkoutAddress: address(),
  nodesOnLoopback: true,
});

test('the newest is the one active method of its network; setting it again changes nothing', async () => {
  const [first, second] = [local(), local()];
  await setPaymentMethod(ctx, first);
  await setPaymentMethod(ctx, second);
  await setPaymentMethod(ctx, second);
  expect((await findActiveMethod(ctx, 'TRON'))?.wallet_address).toBe(second.walletAddress);
  const rows = await ctx.db.selectFrom('payment_methods').select('retired_at').orderBy('id').execute();
  expect(rows).toEqual([{ retired_at: clock.now() }, { retired_at: null }]);
});

test('the database itself refuses a second active method', async () => {
  await setPaymentMethod(ctx, local());
  const again = ctx.db
    .insertInto('payment_methods')
    .columns(['type', 'chain_id', 'contract_address', 'wallet_address', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('payment_methods')
        .select(['type', 'chain_id', 'contract_address', 'wallet_address', 'created_at']),
    );
  await expect(again.execute()).rejects.toThrow('payment_methods_one_active');
});

test('addresses are shown as each network writes them', async () => {
  await setPaymentMethod(ctx, local('ETH'));
  await setPaymentMethod(ctx, { ...local('TRON'), checkoutAddress: null });
  const [tron, eth] = await findUsablePaymentMethods(ctx);
  expect(tron).toMatchObject({ type: 'TRON', network_name: 'TRON (local)', checkout_address: null });
  expect(tron?.wallet_address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  expect(eth?.wallet_address).toMatch(/^0x[0-9a-fA-F]{40}$/);
});

test('a public network takes its own USDT and nothing else', async () => {
  const public1 = { ...local('ETH'), chainId: 1, nodesOnLoopback: false };
  await expect(setPaymentMethod(ctx, public1)).rejects.toMatchObject({ reason: 'parameterError' });
  await setPaymentMethod(ctx, { ...public1, contractAddress: TETHER });
  expect(await findUsablePaymentMethods(ctx)).toMatchObject([{ type: 'ETH', network_name: 'Ethereum' }]);
  // An attacker who can write to the database still cannot have another token accepted or credited.
  await ctx.db.updateTable('payment_methods').set({ contract_address: address() }).execute();
  expect(await findUsablePaymentMethods(ctx)).toEqual([]);
  expect(await listWatchedTreasuries(ctx, 'ETH', clock.now())).toBeNull();
});

test('a private chain is for nodes on loopback', async () => {
  const elsewhere = setPaymentMethod(ctx, { ...local(), nodesOnLoopback: false });
  await expect(elsewhere).rejects.toMatchObject({ reason: 'parameterError' });
  // The number of Ethereum's public chain does not make one of TRON's public.
  const borrowed = setPaymentMethod(ctx, { ...local(), chainId: 1, nodesOnLoopback: false });
  await expect(borrowed).rejects.toMatchObject({ reason: 'parameterError' });
  expect(await findActiveMethod(ctx, 'TRON')).toBeUndefined();
});

test('nobody but the system sets one', async () => {
  const attempt = setPaymentMethod({ ...ctx, actor: visitor }, local());
  await expect(attempt).rejects.toMatchObject({ reason: 'secondPersonNeeded' });
});

test('retired wallets of the same chain and token are watched for ninety days', async () => {
  const [first, second] = [local(), local()];
  await setPaymentMethod(ctx, first);
  await setPaymentMethod(ctx, { ...local(), chainId: 7_700_010 });
  await setPaymentMethod(ctx, second);
  const watched = await listWatchedTreasuries(ctx, 'TRON', clock.now());
  expect(watched).toEqual({
    chainId: 7_700_009,
    token: second.contractAddress,
    treasuries: [second.walletAddress, first.walletAddress],
    checkouts: [second.checkoutAddress, first.checkoutAddress],
    since: new Map([
      [second.walletAddress, clock.now()],
      [first.walletAddress, clock.now()],
    ]),
  });
  clock.advance(91 * DAY_MS);
  const later = await listWatchedTreasuries(ctx, 'TRON', clock.now());
  expect(later?.treasuries).toEqual([second.walletAddress]);
  expect(await listWatchedTreasuries(ctx, 'ETH', clock.now())).toBeNull();
});
