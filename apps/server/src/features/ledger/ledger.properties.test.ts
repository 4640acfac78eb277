import { formatBalance, parseMicro, type Network } from '@portside/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import {
  BOOK_USERS,
  carryOut,
  fold,
  NOBODY,
  openBook,
  readBalances,
  readBook,
  readLines,
  sourceOf,
  succeeds,
  total,
  type Book,
  type LedgerEvent,
  type Line,
} from '../../testing/ledger-book.ts';
import { createWorld } from '../../testing/world.ts';
import { findLedgerMismatches, lockBalances } from './index.ts';

/** What holds after every history of deposits, credits and sales; fast-check prints one for which it fails. */

const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });
const user = fc.nat(BOOK_USERS - 1);
const deposit = fc.record({
  kind: fc.constant('deposit' as const),
  network: fc.constantFrom<Network>('TRON', 'ETH'),
  amount: amounts,
});
const credit = fc.record({ kind: fc.constant('credit' as const), deposit: fc.nat(20), user });
const sale = fc.record({ kind: fc.constant('sale' as const), user, amount: amounts });
const histories = fc.array(fc.oneof(deposit, credit, sale), { maxLength: 18, size: 'max' });

let ctx: Ctx;
beforeAll(async () => {
  ({ ctx } = await createWorld());
});

async function play(history: readonly LedgerEvent[]): Promise<{ book: Book; accepted: boolean[] }> {
  const book = await openBook(ctx);
  const accepted: boolean[] = [];
  for (const index of history.keys()) accepted.push(await carryOut(book, history, index));
  return { book, accepted };
}

type Holds = (book: Book, history: readonly LedgerEvent[], accepted: readonly boolean[]) => Promise<void>;

const always = (holds: Holds): Promise<void> =>
  fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { book, accepted } = await play(history);
      await holds(book, history, accepted);
    }),
    { numRuns: 20 },
  );

const sumOf = (lines: readonly Line[], kind: string): bigint =>
  total(lines.filter((line) => line.kind === kind).map((line) => line.amount));

test('the ledger sums to zero: what came in is unmatched, spendable or earned', () =>
  always(async (book) => {
    const { lines, balances } = await readBook(book);
    const [TRON, ETH, UNMATCHED, REVENUE] = [1n, 2n, 3n, 5n].map((account) => fold(lines, account));
    expect(TRON! + ETH! + UNMATCHED! + REVENUE! + total(balances)).toBe(0n);
  }));

test('every movement has a positive amount and two different accounts', () =>
  always(async (book) => {
    for (const line of await readLines(book)) {
      expect(line.amount).toBeGreaterThan(0n);
      expect(line.debit).not.toBe(line.credit);
    }
  }));

test('a balance is the sum of its movements, and reconciliation agrees', () =>
  always(async (book) => {
    const { lines, balances } = await readBook(book);
    expect(balances).toEqual(book.users.map((id) => fold(lines, id)));
    const faults = await findLedgerMismatches(ctx.db);
    expect(faults.filter((fault) => book.users.includes(fault.userId))).toEqual([]);
  }));

test('no balance is below zero, nor was it after any movement', () =>
  always(async (book) => {
    const lines = await readLines(book);
    for (const id of book.users)
      for (let end = 0; end <= lines.length; end += 1)
        expect(fold(lines.slice(0, end), id)).toBeGreaterThanOrEqual(0n);
  }));

test('what was credited is what is left and what was spent', () =>
  always(async (book) => {
    const { lines, balances } = await readBook(book);
    expect(sumOf(lines, 'credit')).toBe(total(balances) + sumOf(lines, 'sale'));
  }));

test('no more is credited than came in, and what is not credited waits as unmatched', () =>
  always(async (book) => {
    const lines = await readLines(book);
    const UNMATCHED = 3n;
    expect(sumOf(lines, 'credit')).toBeLessThanOrEqual(sumOf(lines, 'deposit'));
    expect(fold(lines, UNMATCHED)).toBe(sumOf(lines, 'deposit') - sumOf(lines, 'credit'));
  }));

test('each event that was accepted is one movement, in the order they came', () =>
  always(async (book, history, accepted) => {
    const lines = await readLines(book);
    const sales = history.flatMap((event, index) =>
      event.kind === 'sale' && accepted[index] ? [index] : [],
    );
    const found = lines
      .filter((line) => line.kind === 'sale')
      .map((line) => Number(line.reference - book.base));
    expect(found).toEqual(sales);
    expect(new Set(lines.map((line) => `${line.kind}/${line.reference}`)).size).toBe(lines.length);
  }));

test('a model that knows only sums gives the same balances and refuses the same events', () =>
  always(async (book, history, accepted) => {
    const model = Array<bigint>(BOOK_USERS).fill(0n);
    const credited = new Set<number>();
    const expected = history.map((event, index): boolean => {
      if (event.kind === 'deposit') return true;
      if (event.kind === 'sale') {
        if (event.amount > model[event.user]!) return false;
        model[event.user]! -= event.amount;
        return true;
      }
      const place = sourceOf(history, index);
      if (place === undefined) return true;
      if (credited.has(place)) return false;
      credited.add(place);
      model[event.user]! += (history[place] as { amount: bigint }).amount;
      return true;
    });
    expect(accepted).toEqual(expected);
    expect(await readBalances(book)).toEqual(model);
  }));

test('the same history in another book gives equal balances', () =>
  always(async (book, history) => {
    const { book: other } = await play(history);
    expect(await readBalances(other)).toEqual(await readBalances(book));
  }));

test('what has happened does not happen again', () =>
  always(async (book, history) => {
    const before = await readLines(book);
    for (const index of history.keys()) await carryOut(book, history, index);
    const after = await readLines(book);
    expect(after.slice(0, before.length)).toEqual(before);
    // A sale that was refused for want of money may be paid by now.
    const references = before.map((line) => `${line.kind}/${line.reference}`);
    const added = after.slice(before.length).map((line) => `${line.kind}/${line.reference}`);
    expect(added.filter((one) => references.includes(one))).toEqual([]);
    expect(added.filter((one) => !one.startsWith('sale/'))).toEqual([]);
  }));

test('no movement can be changed or removed', () =>
  always(async (book) => {
    const before = await readBook(book);
    const [first, last] = [book.base, book.base + 99n];
    const change = sql`update ledger_movements set amount_micro = 1 where reference between ${first} and ${last}`;
    const remove = sql`delete from ledger_movements where reference between ${first} and ${last}`;
    expect(await succeeds(change.execute(ctx.db))).toBe(false);
    expect(await succeeds(remove.execute(ctx.db))).toBe(false);
    expect(await succeeds(sql`truncate ledger_movements`.execute(ctx.db))).toBe(false);
    expect(await readBook(book)).toEqual(before);
  }));

test('what is shown is never more than there is', () =>
  always(async (book) => {
    const balances = await readBalances(book);
    const shown = balances.map((balance) => parseMicro(formatBalance(balance)));
    expect(total(shown)).toBeLessThanOrEqual(total(balances));
    expect(total(balances) - total(shown)).toBeLessThan(10_000n * BigInt(BOOK_USERS));
  }));

test('locking balances returns what reading them returns, for users who have one', () =>
  always(async (book) => {
    const ids = [...book.users.toReversed(), NOBODY];
    const locked = await inTransaction(ctx, ({ db }) => lockBalances(db, ids));
    expect(book.users.map((id) => locked.get(id))).toEqual(await readBalances(book));
    expect(locked.size).toBe(BOOK_USERS);
  }));
