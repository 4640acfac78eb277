import { depositFactoryAbi } from '@portside/checkout';
import { parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, createOwner } from '../../testing/people.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { createPaidAddress } from '../../testing/chain-payments.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { resumeChain } from '../deposits/following/rescan-chain.ts';
import { listSweeps } from '../sweeping/sweeping-lists.ts';
import { lookAtTreasury } from './watch-treasury.ts';
import { readTreasury } from './read-treasury.ts';
import { readBooks } from './treasury.sql.ts';

let chains: TestChains;
let world: ChainWorld;
let factory: Hex;
beforeAll(async () => {
  chains = await startDevchain();
});
beforeEach(async () => {
  world = await createChainWorld(chains, ['ETH']);
  factory = await world.useOwnAddresses('ETH');
});
afterAll(() => chains.stop());

const FOREIGN: Hex = `0x${'f'.repeat(64)}`;
const nodes = () => [nodeOf(chains, 'ETH')];
const books = async () => {
  const treasury = await readTreasury({ ...world.ctx, actor: (await createOwner(world.ctx)).actor });
  return { onChain: parseMicro(treasury.on_chain), onAddresses: parseMicro(treasury.on_addresses) };
};

const createPaid = (amount: string) => createPaidAddress(world, 'ETH', amount);

const sweep = (salt: Hex): Promise<Hex> => {
  const args = [chains.chains.ETH.contractAddress, [salt]] as const;
  const data = encodeFunctionData({ abi: depositFactoryAbi, functionName: 'sweepMany', args });
  return world.call('ETH', randomAddress(), factory, data);
};

test('what was in the wallet when its balance was read counts once, though it is recorded later', async () => {
  const { salt } = await createPaid('70');
  await world.settle('ETH');
  const { db } = world.ctx;
  const before = await books();
  await sweep(salt);
  const paid = await world.pay('ETH', '30');
  // Read at the head, which has both.
  await lookAtTreasury(world.ctx, { network: 'ETH', nodes: nodes(), quorum: 1 });
  await world.settle('ETH');
  const later = (seconds: number) => sql`block_time + ${seconds} * interval '1 second'`;
  await sql`update treasury_looks set balance_at = (select ${later(1)} from deposits where tx_hash = ${paid})`.execute(
    db,
  );
  await sql`update deposits set recorded_at = ${later(2)} where tx_hash = ${paid}`.execute(db);
  await sql`update deposit_sweeps set recorded_at = ${later(3)}`.execute(db);
  expect((await readBooks(db)).arrivedMicro).toBe(0n);
  const after = await books();
  expect(after.onAddresses - before.onAddresses).toBe(-70_000_000n);
  expect(after.onChain - before.onChain).toBe(30_000_000n);
});

test('a sweep in blocks that were replaced counts no more, until it is read again', async () => {
  const before = await books();
  const [one, other] = [await createPaid('70'), await createPaid('40')];
  await world.settle('ETH');
  const txHash = await sweep(one.salt);
  await world.settle('ETH');
  const { db } = world.ctx;
  // As if it had been in the same block of another fork.
  await sql`
    insert into deposit_sweeps (network, chain_id, tx_hash, ordinal, block_number, block_time, from_address, to_address,
      amount_units, recorded_at)
    select network, chain_id, ${FOREIGN}, 0, block_number, block_time, ${other.address}, to_address, 40000000, recorded_at
    from deposit_sweeps where tx_hash = ${txHash}`.execute(db);
  await lookAtTreasury(world.ctx, { network: 'ETH', nodes: nodes(), quorum: 1 });
  expect((await books()).onAddresses).toBe(before.onAddresses);
  await db.updateTable('chain_cursors').set({ block_hash: FOREIGN }).execute();
  await world.settle('ETH');
  const { ctx } = await signInAdmin(world.ctx);
  await resumeChain(
    ctx,
    { body: { type: 'ETH', reason: 'a fork' } },
    { nodes: { ETH: { nodes: nodes(), quorum: 1 } }, pollNow: () => undefined },
  );
  expect((await books()).onAddresses - before.onAddresses).toBe(110_000_000n);
  await world.follow('ETH');
  expect((await books()).onAddresses - before.onAddresses).toBe(40_000_000n);
  const { items } = await listSweeps(ctx, { query: { type: 'ETH', limit: 20 } });
  const hashes = items.map(({ tx_hash }) => tx_hash);
  expect(hashes).toContain(txHash);
  expect(hashes).not.toContain(FOREIGN);
});

test('what the shop’s own wallet sends to a buyer’s address is on it, and leaves nothing behind when it is swept', async () => {
  const { address, salt } = await createPaid('20');
  await world.payFinally('ETH', '40');
  const before = await books();
  await world.transfer('ETH', chains.chains.ETH.walletAddress, '40', address);
  await world.settle('ETH');
  expect((await books()).onAddresses - before.onAddresses).toBe(parseMicro('40'));
  await sweep(salt);
  await world.payFinally('ETH', '100', address);
  expect((await books()).onAddresses - before.onAddresses).toBe(parseMicro('80'));
});

test('what is on the addresses of a chain that the network has left counts no more, nor what is missing there', async () => {
  const { address } = await createPaid('70');
  await createPaid('30');
  await world.settle('ETH');
  const { db } = world.ctx;
  const onEth = async () => (await readBooks(db)).onAddressesOf.ETH;
  const look = () => lookAtTreasury(world.ctx, { network: 'ETH', nodes: nodes(), quorum: 1 });
  await look();
  await sql`
    insert into address_looks (network, chain_id, address, missing_units, is_frozen, since, looked_at)
    values ('ETH', ${chains.chains.ETH.chainId}, ${address}, 70000000, true, now(), now())`.execute(db);
  const before = await onEth();
  expect(before).toBeGreaterThanOrEqual(30_000_000n);
  await createFollowedChain(world.ctx, 'ETH');
  await look();
  expect(await onEth()).toBe(0n);
  // Back on the first chain, what is there counts again.
  await world.useOwnAddresses('ETH');
  expect(await onEth()).toBe(before);
});

test('totals that are lower than what is missing leave nothing on addresses, and the page still answers', async () => {
  const { address } = await createPaid('70');
  await world.settle('ETH');
  await lookAtTreasury(world.ctx, { network: 'ETH', nodes: nodes(), quorum: 1 });
  const { db } = world.ctx;
  const rolledBack = db.transaction().execute(async (step) => {
    await sql`
      insert into address_looks (network, chain_id, address, missing_units, is_frozen, since, looked_at)
      values ('ETH', ${chains.chains.ETH.chainId}, ${address}, 70000000, true, now(), now())`.execute(step);
    await sql`
      insert into deposit_totals (network, book, amount) values ('ETH', 'addresses', -1e12)
      on conflict (network, book) do update set amount = excluded.amount`.execute(step);
    throw new Error(String((await readBooks(step)).onAddressesOf.ETH));
  });
  await expect(rolledBack).rejects.toThrow('0');
});
