import type { ChainTransfer } from '@portside/chain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { randomHex, createFollowedChain } from '../../testing/followed-chain.ts';
import { createPerson } from '../../testing/people.ts';
import { createWorld, isOnPostgres, runsHere, type World } from '../../testing/world.ts';
import { depositMatcher } from '../recharges/index.ts';
import { readChainCursor } from './following/chains.sql.ts';
import { recordScan } from './following/record-scan.ts';
import { insertSweeps } from './following/sweeps.sql.ts';
import { addUpBooks, fundsAt, sumBooks } from './books.sql.ts';

/** The books are the sums of all deposits and sweeps, whatever is added up, open, killed or changed. */

const CHAIN = 31_337n;
const STATES = ['final', 'held', 'unmatched', 'small', 'credited', 'rejected', 'reversed'] as const;

let world: World;
let owner: bigint;
beforeAll(async () => {
  world = await createWorld();
  owner = (await createPerson(world.ctx)).user.id;
});

const addresses = Array.from({ length: 4 }, () => randomHex(20));

const step = fc.record({
  act: fc.constantFrom(
    ...(['deposit', 'deposit', 'deposit', 'two', 'move', 'move', 'amount', 'delete'] as const),
    ...([
      'lose',
      'sweep',
      'sweep',
      'sweepAgain',
      'doubt',
      'addUp',
      'addUp',
      'killedAddUp',
      'twoAddUps',
    ] as const),
    'settle' as const,
  ),
  stays: fc.boolean(),
  commits: fc.boolean(),
  pick: fc.nat(1_000),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Open = { readonly settle: (commits: boolean) => Promise<void> };

test('books and funds are the sums of deposits and sweeps', { timeout: 600_000 }, async () => {
  const histories = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
    const open: Open[] = [];
    try {
      for (const one of steps) {
        await take(one, open);
        await compare();
      }
    } finally {
      while (open.length > 0) await open.pop()!.settle(true);
    }
    await compare();
    while ((await addUpBooks(world.ctx)).more);
    await compare();
  });
  await fc.assert(histories, { numRuns: runsHere(30) });
});

test.for([
  ['swept', 'reversed'],
  ['reversed', 'swept'],
] as const)(
  'a deposit that was %s and then %s leaves nothing on its address, and nothing below that',
  async (order) => {
    const { db } = world.ctx;
    const address = randomHex(20);
    const unitsAt = async () =>
      (await read(db, sql`select units from ${fundsAt(address)} funds where chain_id = ${CHAIN}`))[0]?.units;
    const reverse = () =>
      sql`update deposits set state = 'reversed' where to_address = ${address}`.execute(db);
    await insertOwn(db, address, 40);
    for (const step of order) await (step === 'swept' ? sweepFrom(db, address, 40) : reverse());
    expect(await unitsAt()).toBe('0');
    while ((await addUpBooks(world.ctx)).more);
    await insertOwn(db, address, 15);
    expect(await unitsAt()).toBe('15');
    // A deposit that the chain has lost was not swept: its amount stays.
    await sql`update deposits set is_confirmed = false where state = 'credited' and to_address = ${address}`.execute(
      db,
    );
    expect(await unitsAt()).toBe('15');
    await reverse();
    expect(await unitsAt()).toBe('0');
  },
);

test('a sweep that a reorganisation moved to another block takes what it moved there', async () => {
  const { db } = world.ctx;
  const address = randomHex(20);
  const sweep = { pick: 2, txHash: randomHex(32) };
  await insertOwn(db, address, 40);
  await sweepFrom(db, address, 40, sweep);
  await insertOwn(db, address, 15);
  await sweepFrom(db, address, 55, sweep);
  const [left] = await read(db, sql`select units from ${fundsAt(address)} funds where chain_id = ${CHAIN}`);
  expect(left?.units).toBe('0');
});

const insertOwn = (db: Db, address: `0x${string}`, units: number) =>
  sql`
  insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time, contract_address,
    from_address, to_address, amount_micro, amount_units, state, user_id, owner_id, recorded_at)
  values ('ETH', ${CHAIN}, ${randomHex(32)}, 0, 1, ${randomHex(32)}, now(), ${randomHex(20)}, ${randomHex(20)},
    ${address}, ${units}, ${units}, 'credited', ${owner}, ${owner}, now())`.execute(db);

async function take(one: Step, open: Open[]): Promise<void> {
  const { ctx } = world;
  switch (one.act) {
    case 'addUp':
      return void (await addUpBooks(ctx, (one.pick % 5) + 1));
    case 'twoAddUps':
      return void (await Promise.all([addUpBooks(ctx), addUpBooks(ctx, 2)]));
    case 'killedAddUp':
      return killAddUp();
    case 'settle':
      return open.splice(one.pick % Math.max(1, open.length), 1)[0]?.settle(one.commits);
    default:
      return inOwnTransaction(one, open, (db) => write(db, one));
  }
}

async function write(db: Db, { act, pick }: Step): Promise<void> {
  const state = STATES[pick % STATES.length]!;
  const any = sql`(select id from deposits where chain_id = ${CHAIN} order by id offset ${pick % 7} limit 1 for update skip locked)`;
  switch (act) {
    case 'deposit':
      return insert(db, pick, state);
    case 'two':
      await insert(db, pick, state);
      return insert(db, pick + 1, state);
    case 'move':
      await sql`update deposits set state = ${state}, user_id = ${state === 'credited' || state === 'reversed' ? owner : null},
        owner_id = case when ${state} = 'small' then ${owner} else owner_id end where id = ${any}`.execute(
        db,
      );
      return;
    case 'amount':
      await sql`update deposits set amount_units = amount_units + 1, amount_micro = amount_micro + ${pick % 2} where id = ${any}`.execute(
        db,
      );
      return;
    case 'delete':
      await sql`delete from deposits where id = ${any}`.execute(db);
      return;
    case 'lose':
      await sql`update deposits set is_confirmed = not is_confirmed where id = ${any}`.execute(db);
      return;
    case 'sweep':
      return sweep(db, pick, randomHex(32));
    case 'sweepAgain': {
      const { rows } = await sql<{ tx_hash: `0x${string}` }>`
        select tx_hash from deposit_sweeps where chain_id = ${CHAIN} limit 1 for update skip locked`.execute(
        db,
      );
      return sweep(db, pick, rows[0]?.tx_hash ?? randomHex(32));
    }
    default:
      await sql`update deposit_sweeps set is_confirmed = not is_confirmed where id in (
        select id from deposit_sweeps where chain_id = ${CHAIN} and id % 3 = ${pick % 3} for update skip locked)`.execute(
        db,
      );
  }
}

const insert = async (db: Db, pick: number, state: (typeof STATES)[number]): Promise<void> => {
  const isOwn = state === 'small' || pick % 2 === 0;
  await sql`
    insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time, contract_address,
      from_address, to_address, amount_micro, amount_units, state, user_id, owner_id, recorded_at)
    values ('ETH', ${CHAIN}, ${randomHex(32)}, 0, ${pick}, ${randomHex(32)}, now(), ${randomHex(20)}, ${randomHex(20)},
      ${addresses[pick % addresses.length]}, ${pick + 1}, ${pick + 2}, ${state},
      ${state === 'credited' || state === 'reversed' ? owner : null}, ${isOwn ? owner : null}, now())`.execute(
    db,
  );
};

const sweep = (db: Db, pick: number, txHash: `0x${string}`): Promise<void> =>
  sweepFrom(db, addresses[pick % addresses.length]!, pick + 1, { pick, txHash });

const sweepFrom = (
  db: Db,
  from: `0x${string}`,
  units: number,
  { pick, txHash } = { pick: 2, txHash: randomHex(32) },
): Promise<void> =>
  insertSweeps(
    db,
    { network: 'ETH', chainId: CHAIN, token: randomHex(20) },
    [
      {
        txHash,
        ordinal: 0,
        blockNumber: pick,
        blockHash: randomHex(32),
        blockTime: 1_700_000_000,
        from,
        to: randomHex(20),
        amountUnits: BigInt(units),
        amountMicro: BigInt(units),
        orderRef: null,
      },
    ],
    new Date(),
  );

/** On PostgreSQL some are left open, so that later changes are committed before earlier ones. */
async function inOwnTransaction(
  { stays }: Step,
  open: Open[],
  run: (db: Db) => Promise<void>,
): Promise<void> {
  const { db } = world.ctx;
  // A row that an open transaction has locked would be waited for.
  if (!stays || !isOnPostgres || open.length > 0) return db.transaction().execute(run);
  const transaction = await db.startTransaction().execute();
  await run(transaction);
  open.push({
    settle: (commits) => (commits ? transaction.commit() : transaction.rollback()).execute(),
  });
}

async function killAddUp(): Promise<void> {
  const { ctx } = world;
  const killed = ctx.db.transaction().execute(async (db) => {
    await addUpBooks({ ...ctx, db });
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
}

type Row = Record<string, unknown>;
const read = async (db: Db, query: ReturnType<typeof sql<Row>>): Promise<Record<string, string>[]> =>
  (await query.execute(db)).rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)])),
  );

const moved = sql`
  select network, chain_id, to_address as address, amount_units as units, 0 as sweeps from deposits
  where owner_id is not null and (state <> 'reversed' or is_confirmed)
  union all
  select network, chain_id, from_address, -amount_units, 1 from deposit_sweeps where is_confirmed`;

/** With what the rows say in the same snapshot. */
async function compare(): Promise<void> {
  await world.ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const books = (await sumBooks(db))
        .filter(({ amount }) => amount !== 0n)
        .map((sum) => ({ ...sum, amount: String(sum.amount) }));
      const expected = await read(
        db,
        sql`
        select network, 'recorded' as book, sum(amount_micro) as amount from deposits where state <> 'reversed' group by network
        union all select network, state, sum(amount_micro) from deposits
          where state in ('unmatched', 'held', 'small') group by network, state
        union all select network, 'addresses', sum(greatest(units, 0)) from (
          select network, chain_id, address, sum(units) as units from (${moved}) moved group by 1, 2, 3) funds
          group by network having sum(greatest(units, 0)) > 0`,
      );
      const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
      expect(sorted(books)).toEqual(sorted(expected));
      const funds = (address: `0x${string}` | null, condition = sql`true`) =>
        read(
          db,
          sql`select address, units, sweeps from ${fundsAt(address)} funds
            where chain_id = ${CHAIN} and ${condition} order by address`,
        );
      const fromRows = (condition: ReturnType<typeof sql>) =>
        read(
          db,
          sql`select * from (
              select address, sum(units) as units, sum(sweeps) as sweeps from (${moved}) moved
              where chain_id = ${CHAIN} group by address) funds where ${condition} order by address`,
        );
      expect(await funds(null, sql`units > 0`)).toEqual(await fromRows(sql`units > 0`));
      const known = sql`(units <> 0 or sweeps <> 0)`;
      for (const address of addresses)
        expect(await funds(address, known)).toEqual(await fromRows(sql`address = ${address} and ${known}`));
    });
}

/** Tokens of more than six decimals. */

test('amounts keep every unit; dust is recorded, moves no money and needs no decision', async () => {
  const { ctx } = await createWorld();
  const { chainId, wallet, token } = await createFollowedChain(ctx, 'ETH');
  const from = (await readChainCursor(ctx.db, chainId))!;
  const cursor = { number: from.number + 1, hash: randomHex(32), time: from.time + 12 };
  const transfer = (amountUnits: bigint, amountMicro: bigint): ChainTransfer => ({
    txHash: randomHex(32),
    ordinal: 0,
    blockNumber: cursor.number,
    blockHash: cursor.hash,
    blockTime: cursor.time,
    from: randomHex(20),
    to: wallet,
    amountUnits,
    amountMicro,
    orderRef: randomHex(32),
  });
  const units = 12_345_678_999_999_999_999n;
  const transfers = [transfer(units, 12_345_678n), transfer(999_999_999_999n, 0n)];
  const isRecorded = await recordScan(
    ctx,
    { network: 'ETH', chainId, token },
    from,
    {
      kind: 'scanned',
      head: cursor.number,
      final: cursor.number,
      cursor,
      transfers,
      quarantined: [],
      caughtUp: true,
      pending: [],
      pendingProblem: null,
    },
    { matcher: depositMatcher, blacklist: new Set() },
  );
  expect(isRecorded).toBe(true);

  const deposits = ctx.db.selectFrom('deposits').where('chain_id', '=', chainId);
  expect(await deposits.selectAll().orderBy('id').execute()).toMatchObject([
    { amount_units: units.toString(), amount_micro: 12_345_678n, state: 'unmatched', held_reason: null },
    { amount_units: '999999999999', amount_micro: 0n, state: 'rejected', user_id: null },
  ]);
  const moved = await ctx.db
    .selectFrom('ledger_movements')
    .select(['kind', 'amount_micro'])
    .where('kind', '=', 'deposit')
    .where('reference', 'in', deposits.select('id'))
    .execute();
  expect(moved).toEqual([{ kind: 'deposit', amount_micro: 12_345_678n }]);
});
