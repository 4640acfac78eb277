import { pinnedToken } from '@portside/chain';
import { NETWORKS, type Network, type SortOf } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClock, HOUR_MS } from '../../../platform/clock.ts';
import {
  createChainWorld,
  type Buyer,
  type ChainWorld,
  type TestChains,
} from '../../../testing/chain-world.ts';
import { createFollowedChain, randomHex, setReadUntil } from '../../../testing/followed-chain.ts';
import { createOwner } from '../../../testing/people.ts';
import { writeUser } from '../../../testing/sales-facts.ts';
import { createFreshWorld, runsHere } from '../../../testing/world.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageReader } from '../../../platform/lists/page-reader.ts';
import { setPaymentMethod } from '../../payment-methods/index.ts';
import { findDepositDelays, listDepositDelays } from '../following/chains.ts';
import { listAllDeposits, depositList } from './list-all-deposits.ts';
import { findOwnPayment } from './own-payments.ts';
import type { DepositFilter } from './search-deposits.sql.ts';

describe('payments of a buyer', () => {
  let chains: TestChains;
  let world: ChainWorld;

  beforeAll(async () => {
    chains = await startDevchain();
    world = await createChainWorld(chains, ['TRON', 'BSC']);
  });

  afterAll(() => chains.stop());

  const find = ({ ctx }: Buyer, tx_hash?: Hex) =>
    findOwnPayment(ctx, { query: { type: 'TRON', ...(tx_hash && { tx_hash }) } });

  test('a buyer learns what became of the transaction that they sent, and when the network was last read', async () => {
    const { buyer, address } = await world.createAddressOwner('TRON');
    const other = await world.createBuyer();
    await world.follow('TRON');
    const nowhere: Hex = `0x${'ab'.repeat(32)}`;
    expect(await find(buyer, nowhere)).toEqual({ checked_at: expect.any(String), payment: null });

    const hash = await world.pay('TRON', '20', address);
    expect(await find(buyer, hash)).toMatchObject({ payment: null });
    await world.follow('TRON');
    const confirming = { type: 'TRON', amount: '20', state: 'confirming' };
    expect(await find(buyer, hash)).toMatchObject({ payment: confirming });
    // In the form of TRON's explorers, too.
    expect(await find(buyer, hash.slice(2).toUpperCase() as Hex)).toMatchObject({ payment: confirming });
    expect(await find(other, hash)).toMatchObject({ payment: null });
    await world.settle('TRON');
    expect(await find(buyer, hash)).toMatchObject({ payment: { amount: '20', state: 'credited' } });
    expect(await find(other, hash)).toMatchObject({ payment: null });
    expect(await find(other)).toMatchObject({ payment: null });
    expect(await buyer.balance()).toBe(20_000_000n);
  });

  test('what is below the minimum, held, or paid to a wallet of the shop is said to be so', async () => {
    const { buyer, address } = await world.createAddressOwner('TRON');
    const small = await world.pay('TRON', '0.5', address);
    const elsewhere = await world.payFinally('TRON', '7');
    expect(await find(buyer, small)).toMatchObject({ payment: { amount: '0.5', state: 'small' } });
    expect(await find(buyer, elsewhere)).toMatchObject({ payment: { amount: '7', state: 'unmatched' } });

    const held = await world.payFinally('TRON', '30', address);
    const { db } = world.ctx;
    const states = { held: 'review', rejected: 'rejected' } as const;
    for (const [state, shown] of Object.entries(states)) {
      await db
        .updateTable('deposits')
        .set({ state: state as 'held', user_id: null })
        .where('tx_hash', '=', held)
        .execute();
      expect(await find(buyer, held)).toMatchObject({ payment: { state: shown } });
    }
  });

  test('a transaction of several parts is in the state of the first that pays anything, whatever happens to the others', async () => {
    const { buyer, address } = await world.createAddressOwner('TRON');
    const hash = await world.payInOneTransaction('TRON', ['20', '30', '40'], address);
    await world.settle('TRON');
    const { db } = world.ctx;
    const change = (ordinal: number, columns: { state?: 'held' | 'rejected'; amount_micro?: bigint }) =>
      db
        .updateTable('deposits')
        .set({ ...columns, user_id: null })
        .where('tx_hash', '=', hash)
        .where('ordinal', '=', ordinal)
        .execute();
    const ordinals = await db
      .selectFrom('deposits')
      .select('ordinal')
      .where('tx_hash', '=', hash)
      .orderBy('ordinal')
      .execute();
    const [first, second] = ordinals.map(({ ordinal }) => ordinal) as [number, number];
    await change(first, { state: 'held' });
    expect(await find(buyer, hash)).toMatchObject({ payment: { amount: '90', state: 'review' } });
    await change(second, { state: 'rejected' });
    expect(await find(buyer, hash)).toMatchObject({ payment: { amount: '90', state: 'review' } });
    // As what a wallet of the shop has sent is recorded.
    await change(first, { state: 'rejected', amount_micro: 0n });
    await change(second, { state: 'held' });
    expect(await find(buyer, hash)).toMatchObject({ payment: { amount: '70', state: 'review' } });
  });

  test('what is on two chains under one hash is not added up', async () => {
    const { buyer, address } = await world.createAddressOwner('TRON');
    const hash = await world.payFinally('TRON', '20', address);
    const other = await world.createAddressOwner('BSC');
    const elsewhere = await world.payFinally('BSC', '12', other.address);
    await world.ctx.db
      .updateTable('deposits')
      .set({ tx_hash: hash, owner_id: buyer.userId })
      .where('tx_hash', '=', elsewhere)
      .execute();
    expect(await find(buyer, hash)).toMatchObject({ payment: { type: 'TRON', amount: '20' } });
  });

  test('a payment on another network than the one asked for is found there', async () => {
    const { buyer, address } = await world.createAddressOwner('BSC');
    const hash = await world.payFinally('BSC', '12', address);
    expect(await find(buyer, hash)).toMatchObject({ payment: { type: 'BSC', state: 'credited' } });
  });

  describe('listAllDeposits', () => {
    let chains: TestChains;
    let world: ChainWorld;
    beforeAll(async () => {
      chains = await startDevchain();
    });
    afterAll(() => chains.stop());

    const openOn = async (...networks: Network[]): Promise<void> => {
      world = await createChainWorld(chains, networks);
    };

    test('unmatched dust is recorded, but shown only to who asks for it', async () => {
      await openOn('TRON');
      const hash = await world.pay('TRON', '0.009999');
      await world.payFinally('TRON', '0.01');
      const ctx = { ...world.ctx, actor: (await createOwner(world.ctx)).actor };
      const list = async (query: { with_dust?: 'true' | 'false'; tx_hash?: string }) => {
        const { items } = await listAllDeposits(ctx, { query: { limit: 2, ...query } });
        return items.map(({ amount }) => amount);
      };
      expect((await list({}))[0]).toBe('0.01');
      expect(await list({})).not.toContain('0.009999');
      expect(await list({ with_dust: 'true' })).toEqual(['0.01', '0.009999']);
      expect(await list({ tx_hash: hash })).toEqual(['0.009999']);
    });

    test('buyers are told of a network whose blocks are read late, and of no other', async () => {
      await openOn(...NETWORKS);
      const at = async (laterMs: number) => {
        const clock = createClock(laterMs);
        const { items } = await listDepositDelays({ ...world.ctx, clock });
        return Object.fromEntries(items.map(({ type, minutes }) => [type, minutes]));
      };
      expect(await at(0)).toEqual({});
      // Nobody has read anything for three hours.
      const late = await at(3 * HOUR_MS);
      expect(late['TRON']).toBeGreaterThan(170);
      expect(late['ETH']).toBeGreaterThan(140);
      expect(late['ETH']).toBeLessThan(late['TRON']!);
    });
  });
});

test('nodes that agree on a block of hours ago are late on a public chain; a local one may rest', async () => {
  const { ctx } = await createFreshWorld();
  const longAgo = new Date(ctx.clock.now().getTime() - 3 * HOUR_MS);
  const local = await createFollowedChain(ctx, 'TRON');
  await setReadUntil(ctx, local.chainId, longAgo);
  expect(await findDepositDelays(ctx)).toEqual([]);
  await setPaymentMethod(ctx, {
    type: 'ETH',
    chainId: 1,
    contractAddress: pinnedToken('ETH', 1)!,
    walletAddress: randomHex(20),
    checkoutAddress: null,
    nodesOnLoopback: false,
  });
  await sql`insert into chain_statuses (chain_id, network, state, reasons, head, final, checked_at)
    select 1, 'ETH', state, reasons, head, final, checked_at from chain_statuses`.execute(ctx.db);
  await setReadUntil(ctx, 1n, longAgo);
  expect(await findDepositDelays(ctx)).toEqual([{ type: 'ETH', minutes: 150 }]);
});

describe('pages of deposits', () => {
  const STATES = ['held', 'unmatched', 'credited', 'rejected'] as const;
  const START = Date.UTC(2020, 4, 1);
  const COUNT = 120;
  const address = (n: number): Hex => `0x${String(n).padStart(40, 'a')}`;
  const hash = (n: number): Hex => `0x${String(n).padStart(64, 'b')}`;

  type Known = {
    readonly id: bigint;
    readonly network: (typeof NETWORKS)[number];
    readonly state: (typeof STATES)[number];
    readonly micro: bigint;
    readonly sender: Hex;
    readonly txHash: Hex;
    readonly userId: bigint | null;
    readonly at: Date;
  };

  let db: Db;
  let users: bigint[];
  let known: Known[];

  beforeAll(async () => {
    ({
      ctx: { db },
    } = await createFreshWorld());
    users = [await writeUser(db, new Date(START), null), await writeUser(db, new Date(START), null)];
    known = [];
    for (let n = 0; n < COUNT; n += 1) {
      const state = STATES[(n * 3) % 4]!;
      const row = {
        network: NETWORKS[n % 3 === 0 ? 1 : 0],
        state,
        micro: BigInt((n * 11) % 13) * 500n + 1n,
        sender: address(n % 5),
        txHash: hash(Math.floor(n / 2)),
        userId: state === 'credited' ? users[n % 2]! : null,
        at: new Date(START + Math.floor(n / 3) * 1_000),
      };
      const { rows } = await sql<{ id: bigint }>`
      insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time,
        contract_address, from_address, to_address, amount_micro, amount_units, state, user_id, recorded_at)
      values (${row.network}, 1, ${row.txHash}, ${n}, 1, ${hash(0)}, ${row.at}, ${address(9)}, ${row.sender},
        ${address(8)}, ${row.micro}, ${row.micro}, ${row.state}, ${row.userId}, ${row.at}) returning id`.execute(
        db,
      );
      known.push({ ...row, id: rows[0]!.id });
    }
  });

  const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
  const second = fc.integer({ min: -2, max: 45 }).map((n) => new Date(START + n * 1_000));
  const wanted: fc.Arbitrary<DepositFilter> = fc.record({
    network: some(fc.constantFrom(...NETWORKS)),
    state: some(fc.constantFrom(...STATES)),
    txHash: some(fc.nat(COUNT / 2).map(hash)),
    senders: some(fc.nat(5).map((n) => [address(n), address(n + 1)])),
    owner: some(
      fc.record({
        userId: fc.nat(1).map((n) => users[n]!),
        // Every fourth is held; some of them wait for a top-up.
        heldIds: fc.uniqueArray(fc.nat(COUNT / 4 - 1).map((n) => known[n * 4]!.id)),
      }),
    ),
    displayMinimumMicro: fc.constantFrom(0n, 3_000n),
    isLost: fc.constant(false),
    from: some(second),
    to: some(second),
  });

  const passes =
    (filter: DepositFilter) =>
    (one: Known): boolean =>
      (one.state !== 'unmatched' || one.micro >= filter.displayMinimumMicro) &&
      (filter.network === undefined || one.network === filter.network) &&
      (filter.state === undefined || one.state === filter.state) &&
      (filter.txHash === undefined || one.txHash === filter.txHash) &&
      (filter.senders === undefined || filter.senders.includes(one.sender)) &&
      (filter.owner === undefined ||
        one.userId === filter.owner.userId ||
        filter.owner.heldIds.includes(one.id)) &&
      (filter.from === undefined || one.at >= filter.from) &&
      (filter.to === undefined || one.at <= filter.to);

  const sorts = ['recorded_at', '-recorded_at', 'amount', '-amount'] as const;

  function sorted(all: readonly Known[], sort: SortOf<'listAllDeposits'> = '-recorded_at'): bigint[] {
    const sign = sort.startsWith('-') ? -1 : 1;
    const byAmount = sort.endsWith('amount');
    return all
      .toSorted((a, b) => sign * ((byAmount && Number(a.micro - b.micro)) || Number(a.id - b.id)))
      .map(({ id }) => id);
  }

  test('pages of any filter in any order hold what passes it, each once, however short the windows are', async () => {
    const property = fc.asyncProperty(
      wanted,
      fc.constantFrom(undefined, ...sorts),
      fc.integer({ min: 1, max: 40 }),
      fc.record({
        window: fc.constantFrom(undefined, 1n, 7n, 50n),
        skew: fc.constantFrom(undefined, 0n),
      }),
      async (filter, sort, limit, bounds) => {
        const found: bigint[] = [];
        let place: string | undefined;
        for (let page = 0; place !== 'end'; page += 1) {
          expect(page).toBeLessThan(1_000);
          const readPage = pageReader(depositList, { sort, cursor: place });
          const { rows: deposits, next_cursor } = await readPage(db, filter, limit, bounds);
          expect(deposits.length).toBeLessThanOrEqual(limit);
          found.push(...deposits.map(({ id }) => id).filter((id) => known.some((one) => one.id === id)));
          place = next_cursor ?? 'end';
        }
        expect(found).toEqual(sorted(known.filter(passes(filter)), sort));
      },
    );
    await fc.assert(property, { numRuns: runsHere(200) });
  });

  test('where hardly any deposit passes a page ends early; what an index leads to is found at once', async () => {
    const filter: DepositFilter = {
      network: undefined,
      state: 'credited',
      txHash: undefined,
      senders: undefined,
      owner: undefined,
      displayMinimumMicro: 0n,
      isLost: false,
      from: undefined,
      to: undefined,
    };
    const read = (more: Partial<DepositFilter>) =>
      pageReader(depositList, {})(db, { ...filter, ...more }, COUNT, { window: 10n, skew: 0n });
    const lastTen = sorted(known).slice(0, 10);
    const early = await read({});
    expect(early.next_cursor).toBe(String(lastTen.at(-1)));
    expect(early.rows.map(({ id }) => id)).toEqual(
      sorted(known.filter(passes(filter))).slice(0, early.rows.length),
    );
    expect(early.rows.length).toBeLessThan(10);
    const held = await read({ state: 'held' });
    expect([held.rows.length, held.next_cursor]).toEqual([COUNT / 4, null]);
    // The first minute of all is not looked for from the end of all.
    const to = new Date(START + 1_000);
    const oldest = await read({ state: undefined, to });
    expect(oldest).toMatchObject({ rows: { length: 6 }, next_cursor: null });
  });
});
