import { NETWORKS, parseMicro, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { createOwner } from '../../testing/people.ts';
import { findActiveMethod } from '../payment-methods/index.ts';
import { readTreasury } from './read-treasury.ts';
import { createWatchTreasuryJob } from './watch-treasury.job.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains);
  await world.ctx.db.deleteFrom('treasury_looks').execute();
});
afterAll(() => chains.stop());

const look = (network: 'TRON' | 'ETH', nodes = [nodeOf(chains, network)]) =>
  createWatchTreasuryJob(world.ctx, {
    network,
    nodes,
    everyMs: 1,
  }).run();
const read = async () => readTreasury({ ...world.ctx, actor: (await createOwner(world.ctx)).actor });

/** Other tests put money into balances without a deposit: what counts is by how much the books drift apart. */
const gapOf = ({ books }: Awaited<ReturnType<typeof read>>, network: Network): bigint => {
  const { recorded, ledger, in_order } = books.find(({ type }) => type === network)!;
  const gap = parseMicro(recorded) - parseMicro(ledger);
  expect(in_order).toBe(gap === 0n);
  return gap;
};

describe.for(NETWORKS)('on %s', (network) => {
  test('what arrived stands on chain, in the books and among what is owed', async () => {
    await look(network);
    const before = await read();
    await world.pay(network, '12.5');
    await world.makeFinal(network);
    await world.follow(network);
    await look(network);
    const after = await read();
    const grown = (of: (one: typeof after) => string) => parseMicro(of(after)) - parseMicro(of(before));
    expect(grown((one) => one.on_chain)).toBe(12_500_000n);
    expect(grown((one) => one.owed)).toBe(12_500_000n);
    expect(grown((one) => one.owed_to.unmatched)).toBe(12_500_000n);
    expect(gapOf(after, network)).toBe(gapOf(before, network));
    expect(after.wallets).toMatchObject([{ type: network, problem: null }]);
  });

  test('a wallet that USDT has blocked takes no top-ups any more', async () => {
    const { walletAddress } = chains.chains[network];
    await chains.controls.setBlacklisted(network, walletAddress, true);
    await look(network);
    await chains.controls.setBlacklisted(network, walletAddress, false);
    expect((await findActiveMethod(world.ctx.db, network))!.enabled).toBe(false);
    expect((await read()).wallets).toMatchObject([{ problem: 'USDT has blocked our wallet' }]);
  });

  test('a silent node switches nothing off', async () => {
    await look(network, []);
    expect((await findActiveMethod(world.ctx.db, network))!.enabled).toBe(true);
    expect((await read()).wallets).toMatchObject([{ on_chain: null }]);
  });
});

test('a deposit without its movement is out of order', async () => {
  await world.pay('ETH', '3');
  await world.makeFinal('ETH');
  await world.follow('ETH');
  const before = gapOf(await read(), 'ETH');
  const { id } = await world.ctx.db
    .selectFrom('deposits')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const tamper = (by: number) =>
    world.ctx.db
      .updateTable('deposits')
      .set((row) => ({ amount_micro: row('amount_micro', '+', BigInt(by)) }))
      .where('id', '=', id)
      .execute();
  await tamper(1);
  expect(gapOf(await read(), 'ETH')).toBe(before + 1n);
  await tamper(-1);
  expect(gapOf(await read(), 'ETH')).toBe(before);
});
