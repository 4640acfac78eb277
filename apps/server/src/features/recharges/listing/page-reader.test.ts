import { NETWORKS, type SortOf } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { writeUser } from '../../../testing/sales-facts.ts';
import { createWorld, runsHere } from '../../../testing/world.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageReader } from '../../../platform/lists/page-reader.ts';
import { planSearch, type RechargesFilter } from './search-recharges.sql.ts';
import { RECHARGE_STATES, type RechargeState } from '../recharge-states.ts';
import { rechargeList } from './list-all-recharges.ts';

type Known = {
  readonly id: bigint;
  readonly orderId: string;
  readonly buyer: number;
  readonly network: (typeof NETWORKS)[number];
  readonly state: RechargeState;
  readonly micro: bigint;
  readonly wallet: string;
  readonly sender: string;
};

const START = Date.UTC(2030, 4, 1);
const COUNT = 120;
const walletOf = (n: number): string => `0x${String(n).padStart(40, 'a')}`;

let db: Db;
let names: string[];
let known: Known[];

beforeAll(async () => {
  ({
    ctx: { db },
  } = await createWorld());
  const buyers = await Promise.all([1, 2, 3].map(() => writeUser(db, new Date(START), null)));
  const users = await db.selectFrom('users').select(['id', 'username_key']).execute();
  names = buyers.map((id) => users.find((user) => user.id === id)!.username_key);
  known = [];
  for (let n = 0; n < COUNT; n += 1) {
    const row = {
      buyer: n % 3,
      network: NETWORKS[n % 4 === 0 ? 1 : 0],
      state: RECHARGE_STATES[(n * 7) % RECHARGE_STATES.length]!,
      // Many of one amount, and none of them in the order of its time.
      micro: BigInt((n * 11) % 13) * 1_000_000n + 20_000_000n,
      wallet: walletOf(n % 2),
      sender: walletOf(5 + (n % 5)),
    };
    const at = new Date(START + Math.floor(n / 3) * 1_000);
    const orderId = `RECH${at.getTime()}${String(n).padStart(4, '0')}`;
    const { rows } = await sql<{ id: bigint }>`
      insert into recharges (order_id, user_id, network, chain_id, contract_address, wallet_address, order_ref,
        amount_micro, pay_amount_micro, state, sender_address, idempotency_key, created_at, head_at_creation,
        expires_at, is_reserved, reserved_until)
      values (${orderId}, ${buyers[row.buyer]!}, ${row.network}, 1, ${row.wallet}, ${row.wallet},
        ${`0x${randomBytes(32).toString('hex')}`}, ${row.micro - 1n}, ${row.micro}, ${row.state},
        ${row.sender}, ${String(n)}, ${at}, 1, ${at}, false, ${at}) returning id`.execute(db);
    known.push({ ...row, id: rows[0]!.id, orderId });
  }
});

const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const second = fc.integer({ min: -2, max: 45 }).map((n) => new Date(START + n * 1_000).toISOString());
const wanted = fc.record({
  order_id: some(fc.nat(COUNT - 1).map((n) => known[n]!.orderId.slice(0, 4 + (n % 18)))),
  buyer: some(fc.nat(2).map((n) => names[n]!)),
  type: some(fc.constantFrom(...NETWORKS)),
  state: some(fc.constantFrom(...RECHARGE_STATES.filter((state) => state !== 'seen'))),
  address: some(fc.nat(6).map(walletOf)),
  from: some(second),
  to: some(second),
});
type Filter = typeof wanted extends fc.Arbitrary<infer T> ? T : never;

const timeOf = ({ orderId }: Known): number => Number(orderId.slice(4, 17));
const passes =
  ({ order_id: start = '', buyer, type, state, address, from, to }: Filter) =>
  (one: Known): boolean =>
    one.orderId.startsWith(start) &&
    (buyer === undefined || names[one.buyer] === buyer) &&
    (type === undefined || one.network === type) &&
    (state === undefined || one.state === state) &&
    (address === undefined || one.wallet === address || one.sender === address) &&
    (from === undefined || timeOf(one) >= Date.parse(from)) &&
    (to === undefined || timeOf(one) <= Date.parse(to));

const sorts = ['created_at', '-created_at', 'pay_amount', '-pay_amount'] as const;

function sorted(all: readonly Known[], sort: SortOf<'listAllRecharges'> = '-created_at'): bigint[] {
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
      window: fc.constantFrom(undefined, 2n, 700n),
    }),
    async (filter, sort, limit, bounds) => {
      const search = await planSearch(db, dropUndefined(filter));
      const found: bigint[] = [];
      let place = search === null ? 'end' : undefined;
      for (let page = 0; place !== 'end'; page += 1) {
        expect(page).toBeLessThan(3_000);
        const readPage = pageReader(rechargeList, { sort, cursor: place });
        const { rows: recharges, next_cursor } = await readPage(db, search!, limit, bounds);
        expect(recharges.length).toBeLessThanOrEqual(limit);
        found.push(...recharges.map(({ id }) => id).filter((id) => known.some((one) => one.id === id)));
        place = next_cursor ?? 'end';
      }
      expect(found).toEqual(sorted(known.filter(passes(filter)), sort));
    },
  );
  await fc.assert(property, { numRuns: runsHere(200) });
});

const dropUndefined = (filter: Filter): RechargesFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, one]) => one !== undefined));
