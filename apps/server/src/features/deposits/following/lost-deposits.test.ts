import { parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin } from '../../../testing/people.ts';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { randomHex } from '../../../testing/followed-chain.ts';
import { listAllDeposits } from '../listing/list-all-deposits.ts';
import { listSmallPayments } from '../listing/own-payments.ts';
import { listChains } from './chain-health.ts';
import { rescanChain, resumeChain } from './rescan-chain.ts';
import { depositMatcher } from '../../recharges/index.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains, ['ETH']);
  await world.ctx.db.updateTable('deposits').set({ is_confirmed: true }).execute();
});
afterAll(() => chains.stop());

const FOREIGN: Hex = `0x${'f'.repeat(64)}`;
const nodes = () => ({ ETH: { nodes: [nodeOf(chains, 'ETH')], quorum: 1 } });

/** As if the deposit had been in a block that was replaced: the chain does not know its transaction. */
async function lose(hash: Hex): Promise<Hex> {
  const unknown = randomHex(32);
  await world.ctx.db
    .updateTable('deposits')
    .set({ tx_hash: unknown, block_hash: FOREIGN })
    .where('tx_hash', '=', hash)
    .execute();
  return unknown;
}

async function haltAndResume() {
  const { ctx } = await signInAdmin(world.ctx);
  await world.ctx.db.updateTable('chain_cursors').set({ block_hash: FOREIGN }).execute();
  await world.settle('ETH');
  const body = { type: 'ETH', reason: 'a fork' } as const;
  await resumeChain(ctx, { body }, { nodes: nodes(), pollNow: () => undefined });
  return ctx;
}

async function listLost() {
  const { ctx } = await signInAdmin(world.ctx);
  const { items } = await listAllDeposits(ctx, { query: { limit: 20, lost: 'true' } });
  const { items: networks } = await listChains(ctx);
  expect(networks.find(({ type }) => type === 'ETH')!.lost_deposits).toBe(items.length);
  return items.map(({ tx_hash, amount, state, username }) => ({ tx_hash, amount, state, username }));
}

test('after a halt the admin sees which deposits are in doubt, and then which are lost; a small one counts no more', async () => {
  const { buyer, address } = await world.createAddressOwner('ETH');
  await world.payFinally('ETH', '1');
  const small = await world.pay('ETH', '4', address);
  const kept = await world.payFinally('ETH', '3', address);
  const unknown = await lose(small);
  // The other one is in another block now.
  const { db } = world.ctx;
  await db.updateTable('deposits').set({ block_hash: FOREIGN }).where('tx_hash', '=', kept).execute();
  expect(await listLost()).toEqual([]);

  await haltAndResume();
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', buyer.userId)
    .executeTakeFirstOrThrow();
  const lost = { tx_hash: unknown, amount: '4', state: 'small', username };
  expect(await listLost()).toEqual([{ ...lost, tx_hash: kept, amount: '3' }, lost]);
  await world.follow('ETH');
  expect(await listLost()).toEqual([lost]);

  const { items } = await listSmallPayments(buyer.ctx);
  // The first one was read anew; with the lost one they would be enough.
  expect(items).toMatchObject([{ amount: '7', payments: [{ amount: '4' }, { amount: '3' }] }]);
  expect(await buyer.balance()).toBe(0n);
  await world.payFinally('ETH', '4', address);
  expect(await buyer.balance()).toBe(parseMicro('11'));
});

test('a small payment that is read again counts together with what came meanwhile', async () => {
  const { buyer, address } = await world.createAddressOwner('ETH');
  const first = await world.payFinally('ETH', '6', address);
  await world.readAllAddresses('ETH');
  await sql`update deposits set is_confirmed = false where tx_hash = ${first}`.execute(world.ctx.db);
  await world.payFinally('ETH', '6', address);
  expect(await buyer.balance()).toBe(0n);
  const { block_number: from } = await world.ctx.db
    .selectFrom('deposits')
    .select('block_number')
    .where('tx_hash', '=', first)
    .executeTakeFirstOrThrow();
  const { ctx } = await signInAdmin(world.ctx);
  await rescanChain(
    ctx,
    { body: { type: 'ETH', from_block: from, reason: 'a fork' } },
    { chains: nodes(), matcher: depositMatcher },
  );
  expect(await buyer.balance()).toBe(parseMicro('12'));
  expect(await listLost()).toEqual([]);
});

test('scanning blocks again shows what is not there any more', async () => {
  const { address } = await world.createAddressOwner('ETH');
  const hash = await world.payFinally('ETH', '40', address);
  const { block_number: from } = await world.ctx.db
    .selectFrom('deposits')
    .select('block_number')
    .where('tx_hash', '=', hash)
    .executeTakeFirstOrThrow();
  const { ctx } = await signInAdmin(world.ctx);
  const rescan = () =>
    rescanChain(
      ctx,
      { body: { type: 'ETH', from_block: from, reason: 'a fork' } },
      { chains: nodes(), matcher: depositMatcher },
    );
  await rescan();
  expect(await listLost()).toEqual([]);
  const unknown = await lose(hash);
  await rescan();
  expect(await listLost()).toMatchObject([{ tx_hash: unknown, amount: '40', state: 'credited' }]);
});
