import { type Network, NETWORKS, type SortOf } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageReader } from '../../../platform/lists/page-reader.ts';
import { createFollowedChain } from '../../../testing/followed-chain.ts';
import { signInAdmin, createPerson } from '../../../testing/people.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../../../testing/chain-world.ts';
import { writeUser } from '../../../testing/sales-facts.ts';
import { networksHere, createWorld, runsHere } from '../../../testing/world.ts';
import { settleBlocked } from '../../../testing/chain-payments.ts';
import { approveProposal, vetoProposal } from '../../approvals/decide-proposal.ts';
import { rejectDeposit } from '../../deposits/decisions/decisions.ts';
import { ALWAYS } from '../order-id.ts';
import { cancelRecharge, submitTxHash } from '../own-recharges.ts';
import { createAuthorization } from '../authorizations.ts';
import { createRecharge } from '../create-recharge.ts';
import { RECHARGE_STATES, type RechargeState } from '../recharge-states.ts';
import { createTicket, openTicket } from '../tickets.ts';
import { listAllRecharges, rechargeList } from './list-all-recharges.ts';
import { readAnyRecharge } from './read-any-recharge.ts';
import { findBoundsOf, type Search, planSearch, type RechargesFilter } from './search-recharges.sql.ts';

let chains: TestChains;
let world: ChainWorld;
let desk: Ctx;
beforeAll(async () => {
  chains = await startDevchain();
});
afterAll(() => chains.stop());

const openOn = async (...networks: Network[]): Promise<void> => {
  world = await createChainWorld(chains, networks);
  desk = (await signInAdmin(world.ctx, ['recharge.read'])).ctx;
};

let keys = 0;
const ask = (ctx: Ctx, type: Network, amount = '20') =>
  createRecharge(ctx, { body: { type, amount }, idempotencyKey: `desk ${(keys += 1)}` });
const historyOf = async (orderId: string) => readAnyRecharge(desk, { params: { order_id: orderId } });
const kindsOf = async (orderId: string) => (await historyOf(orderId)).events.map(({ kind }) => kind);
const list = async (query: Partial<Parameters<typeof listAllRecharges>[1]['query']>) =>
  (await listAllRecharges(desk, { query: { limit: 20, ...query } })).items.map(({ order_id }) => order_id);

describe.for(networksHere)('on %s', (network) => {
  beforeEach(() => openOn(network));

  test('the timeline has everything from the asking to the credit', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const params = { order_id: recharge.order_id };
    const { url } = await createTicket(buyer.ctx, { params });
    await openTicket(buyer.ctx, { body: { ticket: new URL(url).hash.slice('#ticket='.length) } });
    const wallet_address = recharge.wallet_address!;
    await createAuthorization(buyer.ctx, { params, body: { wallet_address, mode: 'safe', amount: '5' } });
    const hash = await world.pay(network, recharge.pay_amount);
    await submitTxHash(buyer.ctx, { params, body: { tx_hash: hash } }, () => undefined);
    await world.follow(network);
    expect(await kindsOf(recharge.order_id)).toContain('paid');
    await world.settle(network);

    const { recharge: shown, events } = await historyOf(recharge.order_id);
    expect(shown).toMatchObject({ status: 'successful', buyer: { id: buyer.userId.toString() } });
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['asked', 'ticketMade', 'ticketOpened', 'authorized', 'txHashSubmitted', 'paid', 'credited']),
    );
    expect(events[0]).toMatchObject({ kind: 'asked', actor: shown.buyer.username, amount: '20' });
    expect(events.find(({ kind }) => kind === 'paid')).toMatchObject({
      amount: recharge.pay_amount,
      tx_hash: shown.tx_hash,
      wallet: shown.sender_address,
      block: expect.any(Number),
    });
  });

  test('one that was given up and paid late says so', async () => {
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    await cancelRecharge(buyer.ctx, { params: { order_id: recharge.order_id } });
    await world.payFinally(network, recharge.pay_amount);
    const kinds = await kindsOf(recharge.order_id);
    expect(kinds).toEqual(expect.arrayContaining(['asked', 'cancelled', 'paid', 'creditedLate']));
    expect(kinds).not.toContain('credited');
  });

  test('of a held payment the persons who decided are told, with their reasons', async () => {
    const [ann, bob] = [await signInAdmin(world.ctx), await signInAdmin(world.ctx)];
    const buyer = await world.createBuyer();
    const recharge = await ask(buyer.ctx, network);
    const id = await payHeld(network, recharge.pay_amount);
    const propose = (reason: string) =>
      rejectDeposit(ann.ctx, {
        params: { id: id.toString() },
        body: { reason },
        idempotencyKey: `desk ${(keys += 1)}`,
      });
    await vetoProposal(bob.ctx, BigInt((await propose('looks odd')).id), 'not odd enough');
    await approveProposal(bob.ctx, BigInt((await propose('stolen, says the police')).id));
    const { recharge: shown, events } = await historyOf(recharge.order_id);
    expect(shown.sub_state).toBe('rejected');
    expect(events.slice(1).map(({ kind, actor, note }) => [kind, actor, note])).toEqual(
      expect.arrayContaining([
        ['held', null, ''],
        ['rejectionProposed', ann.user.username, 'looks odd'],
        ['proposalStopped', bob.user.username, 'not odd enough'],
        ['rejectionProposed', ann.user.username, 'stolen, says the police'],
        ['rejected', bob.user.username, ''],
      ]),
    );
    const held = events.find(({ kind }) => kind === 'held')!;
    expect(held.held_reason).toEqual({ code: 'senderBlocked', facts: { note: 'stolen' } });
  });

  test('each way of looking finds it, and others do not', async () => {
    const [buyer, other] = [await world.createBuyer(), await world.createBuyer()];
    const recharge = await ask(buyer.ctx, network);
    const theirs = await ask(other.ctx, network);
    await world.payFinally(network, recharge.pay_amount);
    const { recharge: shown } = await historyOf(recharge.order_id);
    const { username, email } = shown.buyer;
    const { created_at: at, order_id: number } = shown;
    const before = new Date(Date.parse(at) - 1).toISOString();
    const finds: Parameters<typeof list>[0][] = [
      { order_id: number },
      { order_id: number.slice(4, 18), buyer: username },
      { buyer: username },
      { buyer: email.slice(0, -4) },
      { tx_hash: shown.tx_hash! },
      { address: shown.sender_address!, buyer: username },
      { buyer: username, status: 'successful', type: network },
      { buyer: username, state: 'credited', from: at, to: at },
    ];
    for (const query of finds) expect([query, await list(query)]).toEqual([query, [number]]);
    const misses: Parameters<typeof list>[0][] = [
      { buyer: username, status: 'failed' },
      { buyer: username, type: network === 'ETH' ? 'TRON' : 'ETH' },
      { buyer: username, status: 'recharging', state: 'credited' },
      { buyer: username, to: before },
      { order_id: 'RECHX' },
      { tx_hash: randomBytes(32).toString('hex') },
    ];
    for (const query of misses) expect([query, await list(query)]).toEqual([query, []]);
    for (const query of [{}, { type: network }, { address: shown.receiver_address! }])
      expect(await list(query)).toEqual(expect.arrayContaining([number, theirs.order_id]));
    expect(await list({ status: 'recharging', type: network })).toContain(theirs.order_id);
  });
});

test('pages follow each other without a gap, whatever leads to them', async () => {
  await openOn('ETH', 'TRON');
  const buyer = await world.createBuyer();
  const made: string[] = [];
  for (let turn = 0; turn < 3; turn += 1)
    made.unshift((await ask(buyer.ctx, turn % 2 === 0 ? 'ETH' : 'TRON')).order_id);
  const { username } = (await historyOf(made[0]!)).recharge.buyer;
  for (const query of [{ buyer: username }, { buyer: username, status: 'recharging' as const }, {}]) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listAllRecharges(desk, { query: { limit: 2, ...query, ...(cursor && { cursor }) } });
      seen.push(...page.items.map(({ order_id }) => order_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen.slice(0, 3)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  }
});

/** A payment whose sender is on the operator's list; returns its deposit. */
async function payHeld(network: Network, amount: string): Promise<bigint> {
  const hash = await world.pay(network, amount);
  await settleBlocked(world, network, hash);
  const { db } = world.ctx;
  return (await db.selectFrom('deposits').select('id').where('tx_hash', '=', hash).executeTakeFirstOrThrow())
    .id;
}

describe('search through top-ups', () => {
  let ctx: Ctx;
  beforeAll(async () => {
    ({ ctx } = await createWorld());
    await createFollowedChain(ctx, 'TRON');
  });

  test('where hardly any row holds the conditions a page ends early, and tells where to go on', async () => {
    const ids: bigint[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { actor } = await createPerson(ctx);
      const input = { body: { type: 'TRON' as const, amount: '20' }, idempotencyKey: `search ${count}` };
      const { order_id } = await createRecharge({ ...ctx, actor }, input);
      const { id } = await ctx.db
        .selectFrom('recharges')
        .select('id')
        .where('order_id', '=', order_id)
        .executeTakeFirstOrThrow();
      ids.push(id);
    }
    const { username } = await ctx.db
      .selectFrom('recharges')
      .innerJoin('users', 'users.id', 'recharges.user_id')
      .select('users.username')
      .where('recharges.id', '=', ids[0]!)
      .executeTakeFirstOrThrow();
    const search: Search = {
      source: { kind: 'all' },
      span: ALWAYS,
      bounds: (await findBoundsOf(ctx.db, ALWAYS))!,
      conditions: { network: undefined, states: undefined, buyer: username, addresses: undefined },
    };
    const found: bigint[] = [];
    let before: bigint | undefined = ids.at(-1)! + 1n;
    let pages = 0;
    for (; before !== undefined && before > ids[0]!; pages += 1) {
      const start = { isAscending: false, past: before };
      const page = await rechargeList.findByTime(ctx.db, search, start, 5, { window: 2n });
      found.push(...page.rows.map(({ id }) => id));
      before = page.next === null ? undefined : BigInt(page.next);
    }
    expect(found).toEqual([ids[0]]);
    expect(pages).toBe(3);
  });
});

describe('pages of top-ups', () => {
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
});
