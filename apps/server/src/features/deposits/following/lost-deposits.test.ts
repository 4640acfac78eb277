import { NodeError, type ChainNode, type ChainTransfer } from '@portside/chain';
import { parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin, createPerson } from '../../../testing/people.ts';
import {
  createChainWorld,
  nodeOf,
  type ChainWorld,
  type TestChains,
  openOwnAddress,
} from '../../../testing/chain-world.ts';
import { randomHex, createFollowedChain } from '../../../testing/followed-chain.ts';
import { createWorld, runsHere, type World } from '../../../testing/world.ts';
import { depositMatcher } from '../../recharges/index.ts';
import { listAllDeposits } from '../listing/list-all-deposits.ts';
import { listSmallPayments } from '../listing/own-payments.ts';
import { fundsAt } from '../books.sql.ts';
import { insertDeposit, type AssetId } from '../deposits.sql.ts';
import { listChains } from './chains.ts';
import { listLostDeposits } from './chains.sql.ts';
import { rescanChain, resumeChain } from './rescan-chain.ts';
import { readAddressCursor, setAddressCursorBack } from './read-all-addresses.ts';
import { createFollowJob } from './follow-chain.ts';
import { insertSweeps, settleSweeps } from './sweeps.sql.ts';

describe('hot addresses', () => {
  let chains: TestChains;
  let world: ChainWorld;
  beforeAll(async () => {
    chains = await startDevchain();
  });
  beforeEach(async () => {
    world = await createChainWorld(chains, ['ETH']);
  });
  afterAll(() => chains.stop());

  /** Blocks that the node gives at once; twenty times as many are read as one range. */
  const AT_ONCE = 2;
  const RANGE = 20 * AT_ONCE;

  /** A node that gives few blocks at once, and notes which blocks it gave logs of. */
  function limit(node: ChainNode): ChainNode & { readonly given: Set<number> } {
    const given = new Set<number>();
    return {
      name: node.name,
      given,
      async request(method, params) {
        if (method !== 'eth_getLogs') return node.request(method, params);
        const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
        const [from, to] = [Number(fromBlock), Number(toBlock)];
        if (to - from >= AT_ONCE)
          throw new NodeError('rpc', { node: node.name, method, status: 200 }, 'too many blocks');
        const answer = await node.request(method, params);
        for (let block = from; block <= to; block += 1) given.add(block);
        return answer;
      },
    };
  }

  /**
   * A buyer whose cold address was paid so often, with many blocks after each; the chain is read, the addresses are not.
   */
  async function payCold(times: number) {
    const { buyer, address } = await world.createAddressOwner('ETH');
    await world.readAllAddresses('ETH');
    await world.makeAddressesCold();
    for (let paid = 0; paid < times; paid += 1) {
      await world.pay('ETH', '20', address);
      await chains.controls.mine('ETH', 2 * RANGE);
    }
    await world.settle('ETH');
    return { buyer, address };
  }

  const makeHot = () =>
    world.ctx.db.updateTable('deposit_addresses').set({ opened_at: new Date() }).execute();
  const addressCursor = () => readAddressCursor(world.ctx.db, BigInt(chains.chains.ETH.chainId));

  test('however much an address has to catch up, the chain is read between, and nothing is left out', async () => {
    const { buyer } = await payCold(3);
    await makeHot();
    const node = limit(nodeOf(chains, 'ETH'));
    const job = createFollowJob(
      world.ctx,
      { network: 'ETH', nodes: [node], quorum: 1, everyMs: 1 },
      depositMatcher,
    );
    const before = await addressCursor();
    const other = await world.createBuyer();
    const { address: newer } = await openOwnAddress(other, 'ETH');
    await world.pay('ETH', '30', newer);
    await world.makeFinal('ETH');

    expect(await job.run()).toEqual({ more: true });
    expect(await other.balance()).toBe(parseMicro('30'));
    expect(node.given.size).toBeLessThan(6 * RANGE);
    expect(await buyer.balance()).toBeLessThan(3n * parseMicro('20'));

    let passes = 1;
    while ((await job.run()).more && passes < 20) passes += 1;
    expect(await buyer.balance()).toBe(3n * parseMicro('20'));
    expect(passes).toBeLessThan(20);
    // Reading some addresses does not move the cursor of all.
    expect(await addressCursor()).toEqual(before);
  });
});

test.for([
  ['above', -10],
  ['of the same number', 0],
] as const)('a cursor %s, of the fork that was left, is set back', async ([, by]) => {
  const { ctx } = await createWorld();
  const { chainId } = await createFollowedChain(ctx, 'ETH');
  const at = (await readAddressCursor(ctx.db, chainId))!;
  const to = { number: at.number + by, hash: randomHex(32), time: at.time + by };
  await setAddressCursorBack(ctx.db, chainId, to);
  expect((await readAddressCursor(ctx.db, chainId))!.hash).toBe(to.hash);
});

test('a lower one stays', async () => {
  const { ctx } = await createWorld();
  const { chainId } = await createFollowedChain(ctx, 'ETH');
  const at = (await readAddressCursor(ctx.db, chainId))!;
  await setAddressCursorBack(ctx.db, chainId, { ...at, number: at.number + 1, hash: randomHex(32) });
  expect((await readAddressCursor(ctx.db, chainId))!.hash).toBe(at.hash);
});

describe('sweeps', () => {
  const ASSET: AssetId = { network: 'ETH', chainId: 31_338n, token: randomHex(20) };

  let world: World;
  let ownerId: bigint;
  beforeAll(async () => {
    world = await createWorld();
    ownerId = (await createPerson(world.ctx)).user.id;
  });

  const steps = fc.array(
    fc.record({
      act: fc.constantFrom(...(['deposit', 'deposit', 'unknown', 'sweep'] as const)),
      units: fc.integer({ min: 1, max: 50 }),
      // How late it is recorded: addresses are read by several readers.
      later: fc.nat(4),
    }),
    { minLength: 1, maxLength: 12 },
  );

  const transferAt = (blockNumber: number, units: number, from: Hex, to: Hex): ChainTransfer => ({
    txHash: randomHex(32),
    ordinal: 0,
    blockNumber,
    blockHash: randomHex(32),
    blockTime: 1_700_000_000 + blockNumber,
    from,
    to,
    amountUnits: BigInt(units),
    amountMicro: BigInt(units),
    orderRef: null,
  });

  test('an address holds what was recorded since its last sweep, also where sweeps took more than was recorded, in any order', async () => {
    const { db } = world.ctx;
    const histories = fc.asyncProperty(steps, async (history) => {
      const address = randomHex(20);
      let [onChain, recorded] = [0, 0];
      const toRecord: { readonly at: number; readonly record: () => Promise<unknown> }[] = [];
      for (const [block, { act, units, later }] of history.entries()) {
        if (act === 'sweep' && onChain === 0) continue;
        const moved = act === 'sweep' ? onChain : units;
        onChain = act === 'sweep' ? 0 : onChain + units;
        if (act === 'unknown') continue;
        recorded = act === 'sweep' ? 0 : recorded + units;
        const [from, to] = act === 'sweep' ? [address, randomHex(20)] : [randomHex(20), address];
        const transfer = transferAt(block, moved, from, to);
        const record = () =>
          act === 'sweep'
            ? insertSweeps(db, ASSET, [transfer], new Date())
            : insertDeposit(db, ASSET, { ...transfer, ownerId }, new Date());
        toRecord.push({ at: block + later, record });
      }
      for (const { record } of toRecord.toSorted((a, b) => a.at - b.at)) {
        await record();
        await settleSweeps(db, ASSET.chainId, [address]);
      }
      const { rows } = await sql<{
        units: string;
      }>`select units::text from ${fundsAt(address)} funds`.execute(db);
      expect(rows[0]?.units ?? '0').toBe(String(recorded));
    });
    await fc.assert(histories, { numRuns: runsHere(60) });
  });
});

describe('lost deposits', () => {
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
    // An alarm once all addresses were read again: until then it may still be found.
    expect(await listLostDeposits(db)).toEqual([]);
    await world.readAllAddresses('ETH');
    expect(await listLostDeposits(db)).toEqual([{ network: 'ETH', count: 1 }]);

    const { items } = await listSmallPayments(buyer.ctx);
    // The first one was read anew; with the lost one they would be enough.
    expect(items).toMatchObject([{ amount: '7', payments: [{ amount: '4' }, { amount: '3' }] }]);
    expect(await buyer.balance()).toBe(0n);
    await world.payFinally('ETH', '4', address);
    expect(await buyer.balance()).toBe(parseMicro('11'));
  });

  test.for([
    ['counts together with what came meanwhile', 'active', '12'],
    ['goes on waiting where its profile was closed since', 'closed', '0'],
  ] as const)('a small payment that is read again %s', async ([, status, balance]) => {
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
    await sql`update users set status = ${status} where id = ${buyer.userId}`.execute(world.ctx.db);
    const { ctx } = await signInAdmin(world.ctx);
    await rescanChain(
      ctx,
      { body: { type: 'ETH', from_block: from, reason: 'a fork' } },
      { chains: nodes(), matcher: depositMatcher },
    );
    expect(await buyer.balance()).toBe(parseMicro(balance));
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

  /** As if the deposit had been recorded so in a block that was replaced; the chain has its transaction in another one. */
  const recordOtherwise = (
    hash: Hex,
    columns: { to_address?: Hex; from_address?: Hex; state?: 'rejected' } = {},
  ) =>
    world.ctx.db
      .updateTable('deposits')
      .set({ block_hash: FOREIGN, ...columns })
      .where('tx_hash', '=', hash)
      .execute();

  const listQuarantined = (hash: Hex) =>
    world.ctx.db
      .selectFrom('quarantined_logs')
      .select(['reason', 'is_harmless'])
      .where('tx_hash', '=', hash)
      .execute();

  const OTHERWISE = [{ reason: { code: 'logRecordedOtherwise', facts: {} }, is_harmless: false }];

  test('what was rejected as lost and returns to the chain is for a person to decide', async () => {
    const hash = await world.payFinally('ETH', '40');
    await recordOtherwise(hash);
    await haltAndResume();
    await recordOtherwise(hash, { state: 'rejected' });
    await world.follow('ETH');
    expect(await listQuarantined(hash)).toEqual(OTHERWISE);
  });

  test('what was rejected before is neither in doubt nor quarantined', async () => {
    const hash = await world.payFinally('ETH', '40');
    await recordOtherwise(hash, { state: 'rejected' });
    await haltAndResume();
    await world.follow('ETH');
    expect(await listQuarantined(hash)).toEqual([]);
  });

  test.for(['to_address', 'from_address'] as const)(
    'a payment that comes again with another %s is lost, and for a person to decide',
    async (column) => {
      const { address } = await world.createAddressOwner('ETH');
      const hash = await world.payFinally('ETH', '40', address);
      await recordOtherwise(hash, { [column]: randomHex(20) });
      await haltAndResume();
      await world.follow('ETH');
      expect(await listLost()).toMatchObject([{ tx_hash: hash }]);
      expect(await listQuarantined(hash)).toEqual(OTHERWISE);
    },
  );
});
