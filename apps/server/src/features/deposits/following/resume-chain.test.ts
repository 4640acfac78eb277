import { resealMethods } from '../../../testing/sealed-rows.ts';
import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin } from '../../../testing/people.ts';
import { createChainWorld, nodeOf, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { networksHere } from '../../../testing/world.ts';
import { readChainCursor } from './chains.sql.ts';
import { listChains } from './chain-health.ts';
import { readAddressCursor } from './address-cursors.sql.ts';
import { resumeChain } from './rescan-chain.ts';

let chains: TestChains;
let world: ChainWorld;
let moves = 0n;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const FOREIGN: Hex = `0x${'f'.repeat(64)}`;

describe.for(networksHere)('on %s', (network) => {
  beforeEach(async () => {
    world = await createChainWorld(chains, [network]);
    // Moves deposits of earlier tests to chains of their own.
    await world.ctx.db
      .updateTable('deposits')
      .set((row) => ({ chain_id: row('chain_id', '+', (moves += 1n) * 1_000_000_000n) }))
      .where('chain_id', '<', 1_000_000_000n)
      .execute();
  });

  const woken: string[] = [];
  const resume = async (nodes = [nodeOf(chains, network)], quorum = 1) =>
    resumeChain(
      (await signInAdmin(world.ctx)).ctx,
      { body: { type: network, reason: 'the nodes were replaced' } },
      { nodes: { [network]: { nodes, quorum } }, pollNow: (which) => woken.push(which) },
    );
  const chainId = () => BigInt(chains.chains[network].chainId);
  const cursor = async () => (await readChainCursor(world.ctx.db, chainId()))!;
  const stateNow = async () => {
    const { ctx } = await signInAdmin(world.ctx);
    return (await listChains(ctx)).items.find(({ type }) => type === network)!.state;
  };
  const listDeposits = (hash: Hex) =>
    world.ctx.db.selectFrom('deposits').selectAll().where('tx_hash', '=', hash).execute();
  /** As if the chain had been replaced after that block was final. */
  const contradict = () =>
    world.ctx.db
      .updateTable('chain_cursors')
      .set({ block_hash: FOREIGN })
      .where('chain_id', '=', chainId())
      .execute();

  test('a halted chain goes on from the last block both know; nothing is skipped or counted twice', async () => {
    const known = await world.payFinally(network, '5');
    const [deposit] = await listDeposits(known);
    // What comes now was final, and is replaced: the shop has gone past a payment it never saw.
    const missed = await world.payFinally(network, '6');
    await world.ctx.db.deleteFrom('deposits').where('tx_hash', '=', missed).execute();
    await world.readAllAddresses(network);
    await contradict();
    await world.settle(network);
    expect(await stateNow()).toBe('halted');
    const before = await cursor();
    const readBefore = await readAddressCursor(world.ctx.db, chainId());
    expect(readBefore?.number).toBeGreaterThan(deposit!.block_number);

    const told = await resume();
    expect(await readAddressCursor(world.ctx.db, chainId())).toMatchObject({ number: deposit!.block_number });
    expect(told).toMatchObject({ agreed_block: deposit!.block_number, read_to: before.number });
    expect(woken).toContain(network);
    await world.follow(network);
    expect(await stateNow()).toBe('following');
    expect((await cursor()).number).toBeGreaterThan(before.number);
    expect(await listDeposits(known)).toHaveLength(1);
    expect(await listDeposits(missed)).toMatchObject([{ state: 'unmatched', amount_micro: 6_000_000n }]);
    const entry = await world.ctx.db
      .selectFrom('audit_entries')
      .select(['subject', 'after'])
      .where('action', '=', 'chain.resume')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      subject: `network:${network}`,
      after: { agreed_block: deposit!.block_number, reason: 'the nodes were replaced' },
    });
  });

  test('where no known block agrees it is read again from well before all of them', async () => {
    await world.payFinally(network, '5');
    await world.ctx.db
      .updateTable('deposits')
      .set({ block_hash: FOREIGN })
      .where('chain_id', '=', chainId())
      .execute();
    await contradict();
    await world.settle(network);
    const { agreed_block: agreed } = await resume();
    const { number } = await world.ctx.db
      .selectFrom('deposits')
      .select((of) => of.fn.min('block_number').as('number'))
      .where('chain_id', '=', chainId())
      .executeTakeFirstOrThrow();
    expect(agreed).toBeLessThan(number);
    await world.follow(network);
    expect(await stateNow()).toBe('following');
    // Read again, they are recorded in their current blocks.
    const foreign = world.ctx.db.selectFrom('deposits').select('id').where('block_hash', '=', FOREIGN);
    expect(await foreign.execute()).toEqual([]);
  });

  test('while it is read for a second time, what was paid before the wallet was the shop’s is held', async () => {
    const hash = await world.payFinally(network, '7');
    await world.ctx.db.deleteFrom('deposits').where('chain_id', '=', chainId()).execute();
    await world.ctx.db
      .updateTable('payment_methods')
      .set({ created_at: new Date(Date.now() + 3_600_000) })
      .execute();
    await resealMethods(world.ctx);
    await contradict();
    await world.settle(network);
    await resume();
    await world.follow(network);
    expect(await listDeposits(hash)).toMatchObject([{ state: 'held' }]);
  });

  test('a chain that has not halted, and one whose nodes know the last block, are not set back', async () => {
    await expect(resume()).rejects.toMatchObject({ reason: 'chainNotHalted' });
    await world.ctx.db
      .updateTable('chain_statuses')
      .set({ state: 'halted' })
      .where('chain_id', '=', chainId())
      .execute();
    const before = await cursor();
    await expect(resume()).rejects.toMatchObject({ reason: 'chainNotHalted' });
    expect(await cursor()).toEqual(before);
  });

  test('too few nodes that agree set nothing back', async () => {
    await contradict();
    await world.settle(network);
    const before = await cursor();
    await expect(resume([nodeOf(chains, network)], 2)).rejects.toMatchObject({ reason: 'nodesDisagree' });
    expect(await cursor()).toEqual(before);
  });
});
