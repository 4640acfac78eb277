import { depositFactoryAbi } from '@portside/checkout';
import { NETWORKS, parseMicro, type Network } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { sql } from 'kysely';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chainsOf, NodeError, type ChainNode } from '@portside/chain';
import { createPaidAddress } from '../../testing/chain-payments.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { networksHere } from '../../testing/world.ts';
import { evaluateAlarms } from '../alarms/evaluate-alarms.ts';
import { resumeChain } from '../deposits/following/rescan-chain.ts';
import { createRecharge } from '../recharges/create-recharge.ts';
import { createOwner, signInAdmin } from '../../testing/people.ts';
import { findActiveMethod, setPaymentMethod } from '../payment-methods/index.ts';
import { listSweeps } from '../sweeping/list-sweeps.ts';
import { readBooks } from './treasury.sql.ts';
import { createTreasuryGuard, createWatchTreasuryJob, lookAtTreasury } from './watch-treasury.ts';
import { readTreasury } from './read-treasury.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
  await world.ctx.db.deleteFrom('treasury_looks').execute();
};

const look = (network: Network, nodes = [nodeOf(chains, network)]) =>
  createWatchTreasuryJob(world.ctx, {
    network,
    nodes,
    quorum: 1,
    everyMs: 1,
  }).run();
const read = async () => readTreasury({ ...world.ctx, actor: (await createOwner(world.ctx)).actor });

const hasNoBlacklist = (network: Network): boolean => chainsOf(network).blacklist === null;

/** Other tests put money into balances without a deposit: what counts is by how much the books drift apart. */
const gapOf = ({ books }: Awaited<ReturnType<typeof read>>, network: Network): bigint => {
  const { recorded, ledger, in_order } = books.find(({ type }) => type === network)!;
  const gap = parseMicro(recorded) - parseMicro(ledger);
  expect(in_order).toBe(gap === 0n);
  return gap;
};

describe.for(networksHere)('on %s', (network) => {
  beforeEach(() => openOn(network));

  test('what arrived stands on chain, in the books and among what is owed', async () => {
    await look(network);
    const before = await read();
    await world.payFinally(network, '12.5');
    await look(network);
    const after = await read();
    const grown = (of: (one: typeof after) => string) => parseMicro(of(after)) - parseMicro(of(before));
    expect(grown((one) => one.on_chain)).toBe(12_500_000n);
    expect(grown((one) => one.owed)).toBe(12_500_000n);
    expect(grown((one) => one.owed_to.unmatched)).toBe(12_500_000n);
    expect(gapOf(after, network)).toBe(gapOf(before, network));
    expect(after.wallets).toMatchObject([{ type: network, problem: null }]);
  });

  test.skipIf(hasNoBlacklist(network))(
    'a wallet that USDT has blocked takes no top-ups any more',
    async () => {
      const { walletAddress } = chains.chains[network];
      await chains.controls.setBlacklisted(network, walletAddress, true);
      await look(network);
      await chains.controls.setBlacklisted(network, walletAddress, false);
      expect((await findActiveMethod(world.ctx, network))!.enabled).toBe(false);
      expect((await read()).wallets).toMatchObject([{ problem: { code: 'walletBlocked' } }]);
    },
  );

  test('top-ups stay on while a node does not answer', async () => {
    await look(network, []);
    expect((await findActiveMethod(world.ctx, network))!.enabled).toBe(true);
    expect((await read()).wallets).toMatchObject([{ on_chain: null }]);
  });
});

const evaluate = async () => (await evaluateAlarms(world.ctx)).map(({ kind }) => kind);

describe.for(networksHere)('a new wallet on %s', (network) => {
  beforeEach(() => openOn(network));

  const setAnother = async () => {
    const { chainId, contractAddress, checkoutAddress } = chains.chains[network];
    const walletAddress = randomAddress();
    const method = { type: network, chainId, contractAddress, checkoutAddress, walletAddress } as const;
    await setPaymentMethod(world.ctx, { ...method, nodesOnLoopback: true });
    return walletAddress;
  };
  const watchEveryTenMinutes = () =>
    createWatchTreasuryJob(world.ctx, {
      network,
      nodes: [nodeOf(chains, network)],
      quorum: 1,
      everyMs: 600_000,
    });

  test('raises no false alarm with its first deposit, which comes before the next look is due', async () => {
    await openOn(...NETWORKS);
    for (const type of NETWORKS) await look(type);
    const watch = watchEveryTenMinutes();
    await watch.run();
    const wallet = await setAnother();
    await world.payFinally(network, '900000', wallet);
    expect(await evaluate()).not.toContain('notCovered');
    expect((await read()).is_covered).toBe(true);
  });

  test('takes no top-up before it was looked at, and none where the token has blocked it', async () => {
    const wallet = await setAnother();
    const buyer = await world.createBuyer();
    const guard = createTreasuryGuard({ [network]: { nodes: [nodeOf(chains, network)], quorum: 1 } });
    const ask = (key: string, lookFirst?: typeof guard) =>
      createRecharge(
        buyer.ctx,
        { body: { type: network, amount: '10' }, idempotencyKey: `${wallet} ${key}` },
        lookFirst,
      );
    await expect(ask('unseen')).rejects.toMatchObject({ reason: 'topUpsOff' });
    if (hasNoBlacklist(network)) return;
    await chains.controls.setBlacklisted(network, wallet, true);
    await expect(ask('blocked', guard)).rejects.toMatchObject({ reason: 'topUpsOff' });
    await chains.controls.setBlacklisted(network, wallet, false);
    expect((await findActiveMethod(world.ctx, network))!.enabled).toBe(false);
  });

  test('takes top-ups once it was looked at; two nodes must tell the same of it', async () => {
    const wallet = await setAnother();
    const buyer = await world.createBuyer();
    const honest = nodeOf(chains, network);
    const lies: ChainNode = {
      name: 'lies',
      request: async (method, params) =>
        method === 'eth_call' ? `0x${'0'.repeat(63)}1` : honest.request(method, params),
    };
    const ask = (nodes: ChainNode[]) =>
      createRecharge(
        buyer.ctx,
        { body: { type: network, amount: '10' }, idempotencyKey: `${wallet} ${nodes.length}` },
        createTreasuryGuard({ [network]: { nodes, quorum: 2 } }),
      );
    await expect(ask([lies, honest])).rejects.toMatchObject({ reason: 'topUpsOff' });
    expect((await findActiveMethod(world.ctx, network))!.enabled).toBe(true);
    await world.ctx.db.deleteFrom('treasury_looks').execute();
    expect(await ask([lies, honest, { ...honest, name: 'other' }])).toMatchObject({ type: network });
  });
});

test('a deposit without its movement is out of order', async () => {
  await openOn('ETH');
  await world.payFinally('ETH', '3');
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

test('nodes that answer nothing, or never, hold up callers once and not each of them', async () => {
  await openOn('ETH');
  const { ctx } = world;
  const clock = { now: () => new Date(Date.now() + passedMs) };
  let passedMs = 0;
  let asked = 0;
  const fails: ChainNode = {
    name: 'fails',
    request: () => {
      asked += 1;
      return Promise.reject(new NodeError('unreachable', { node: 'fails', method: 'any' }, 'none'));
    },
  };
  const failing = createTreasuryGuard({ ETH: { nodes: [fails], quorum: 1 } });
  const askedAfter = async (ms: number) => {
    passedMs = ms;
    for (let caller = 0; caller < 5; caller += 1) await failing({ ...ctx, clock }, 'ETH');
    return asked;
  };
  expect(await askedAfter(0)).toBe(1);
  // The look that failed is no longer recent, and asking again does not change that.
  expect(await askedAfter(61_000)).toBe(2);
  expect(await askedAfter(92_000)).toBe(3);

  const silent: ChainNode = { name: 'silent', request: () => new Promise(() => undefined) };
  const guard = createTreasuryGuard({ ETH: { nodes: [silent], quorum: 1 } }, 1_000);
  // One after the other: if each waited, this would not end within the limit of the test.
  for (let caller = 0; caller < 200; caller += 1) await guard(ctx, 'ETH');
});

describe('swept books', () => {
  let factory: Hex;

  beforeEach(async () => {
    world = await createChainWorld(chains, ['ETH']);
    factory = await world.useOwnAddresses('ETH');
  });

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
});
