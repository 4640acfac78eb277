import { NETWORKS, type SortOf } from '@portside/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Hex } from 'viem';
import { writeUser } from '../../../testing/sales-facts.ts';
import { createWorld, runsHere } from '../../../testing/world.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageReader } from '../../../platform/lists/page-reader.ts';
import type { DepositFilter } from './search-deposits.sql.ts';
import { depositList } from './search-deposits.ts';

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
  } = await createWorld());
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
