import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RewriteStatement, runRaces } from './setup/runs/run-races.ts';
import { TRIAL_SEED } from './setup/random.ts';
import { hasPostgres, openDatabases, type Databases, inTurn } from './setup/target.ts';

let databases: Databases;
beforeAll(async () => {
  if (hasPostgres) databases = await openDatabases('postgres');
});
afterAll(() => databases?.stop());

test.skipIf(!hasPostgres)('a few rounds of races find nothing', async () => {
  const { rounds, answers, faults } = await runRaces({ rounds: 3, buyers: 64, seed: TRIAL_SEED, databases });
  expect(faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
  expect(rounds).toBe(3);
  expect(answers['placed']).toBeGreaterThan(150);
});

type Mutant = {
  readonly spoil: RewriteStatement;
  readonly prepare?: readonly string[];
  readonly expected: RegExp;
};

const on =
  (part: string, change: (statement: string) => string): RewriteStatement =>
  (statement) =>
    statement.includes(part) ? change(statement) : statement;
const withoutLock: RewriteStatement = (statement) =>
  statement.replace(/for no key update( skip locked)?/, '');
/** Delays a read, so that without the lock others read the same rows. */
const unlockedBalances: RewriteStatement = on(
  'select user_id, balance_micro from ledger_accounts',
  (statement) =>
    withoutLock(statement).replace(
      'from ledger_accounts',
      'from ledger_accounts, (select pg_sleep(0.01)) as moment',
    ),
);
/** Coupons are locked in the same statement, before the stock. */
const freeStock =
  (change: RewriteStatement): RewriteStatement =>
  (statement) => {
    const at = statement.indexOf('from stock_ranges r');
    return at < 0 ? statement : statement.slice(0, at) + change(statement.slice(at));
  };

/** Each removes one safeguard, or one with its fallback. */
const MUTANTS: Record<string, Mutant> = {
  'free stock is not locked': { spoil: freeStock(withoutLock), expected: /an order failed/ },
  'free stock is not locked, and nothing else guards it': {
    spoil: (statement) =>
      freeStock(withoutLock)(statement).replace(/and stock_ranges\.(next|end)_id = used\.\1_id/g, ''),
    prepare: [
      'drop trigger order_ranges_sold_once on order_ranges',
      'alter table order_ranges drop constraint order_ranges_pkey',
    ],
    expected: /is in two orders|has .* items|sold and/,
  },
  'the second look passes over locked stock too': {
    spoil: freeStock((statement) =>
      statement.replace(/for no key update(?! skip)/, 'for no key update skip locked'),
    ),
    expected: /refused as sold out/,
  },
  'balances are not locked': {
    spoil: unlockedBalances,
    // Either may occur first: too little money, or one key looked up twice at once.
    expected: /an order failed|one key had/,
  },
  'balances are not locked and may fall below zero': {
    spoil: unlockedBalances,
    prepare: ['alter table ledger_accounts drop constraint ledger_accounts_available_not_negative'],
    expected: /money for .* bought/,
  },
  'keys are not looked up, and nothing else guards them': {
    spoil: on('where idempotency_key = key.idempotency_key', (statement) =>
      statement.replace('where idempotency_key', 'where false and idempotency_key'),
    ),
    prepare: ['alter table orders drop constraint orders_idempotency'],
    expected: /one key (is|had)|orders$/,
  },
};

/** Half of them in each run, by its seed. */
const tried = Object.entries(MUTANTS).filter((_, place) => place % 2 === inTurn([0, 1]));

test.skipIf(!hasPostgres).each(tried)(
  'races find it where %s',
  // Ends at the first fault; collisions are rare on some machines.
  async (_what, { spoil, prepare = [], expected }) => {
    let spoilt = 0;
    const counted: RewriteStatement = (statement) => {
      const changed = spoil(statement);
      if (changed !== statement) spoilt += 1;
      return changed;
    };
    const mutant = { spoil: counted, prepare };
    const { faults } = await runRaces({
      rounds: 60,
      buyers: 64,
      seed: TRIAL_SEED,
      mutant,
      until: expected,
      databases,
    });
    expect(spoilt, 'statements that were spoilt').toBeGreaterThan(0);
    expect(faults).toContainEqual(expect.stringMatching(expected));
  },
);
