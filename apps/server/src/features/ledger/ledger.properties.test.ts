import { formatBalance, parseMicro, type Network } from '@portside/contract';
import { shareOf } from '@portside/contract/wire/quote';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { combineWrites } from '../../platform/db/pipeline.ts';
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
  openFundedBook,
} from '../../testing/ledger-book.ts';
import { createWorld } from '../../testing/world.ts';
import {
  findLedgerMismatches,
  lockBalances,
  openCommissionAccount,
  recordCommissions,
  recordRefund,
  recordSales,
  reverseCommission,
} from './index.ts';

/** What holds after every history of deposits, credits, sales, redeemed codes and bonuses; fast-check prints one for which it fails. */

const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });
const user = fc.nat(BOOK_USERS - 1);
const deposit = fc.record({
  kind: fc.constant('deposit' as const),
  network: fc.constantFrom<Network>('TRON', 'ETH'),
  amount: amounts,
});
const credit = fc.record({ kind: fc.constant('credit' as const), deposit: fc.nat(20), user });
const sale = fc.record({ kind: fc.constant('sale' as const), user, amount: amounts });
const gift = fc.record({
  kind: fc.constantFrom('redemption' as const, 'bonus' as const),
  user,
  amount: amounts,
});
const histories = fc.array(fc.oneof(deposit, credit, sale, gift), { maxLength: 18, size: 'max' });

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

test('the ledger sums to zero: what came in or was given is unmatched, spendable or earned', () =>
  always(async (book) => {
    const { lines, balances } = await readBook(book);
    // TRON, Ethereum, unmatched, revenue, redeem codes and bonuses.
    const system = [1n, 2n, 3n, 5n, 101n, 102n].map((account) => fold(lines, account));
    expect(total(system) + total(balances)).toBe(0n);
    expect(system.slice(4)).toEqual([-sumOf(lines, 'redemption'), -sumOf(lines, 'bonus')]);
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

test('reconciliation in ranges of any length names the accounts that are off, and no other', async () => {
  const books = [await openBook(ctx), await openBook(ctx)];
  const users = books.flatMap((book) => book.users);
  const off = [users[0]!, users[2]!, users.at(-1)!];
  const change = (by: bigint) =>
    ctx.db
      .updateTable('ledger_accounts')
      .set((row) => ({ balance_micro: row('balance_micro', '+', by) }))
      .where('id', 'in', off)
      .execute();
  await change(5n);
  for (const accounts of [1, 2, 3, users.length, 500]) {
    const faults = await findLedgerMismatches(ctx.db, accounts);
    expect(faults.filter(({ userId }) => users.includes(userId))).toEqual(
      off.map((userId) => ({ userId, cachedMicro: 5n, summedMicro: 0n })),
    );
  }
  await change(-5n);
});

test('no balance is below zero, nor was it after any movement', () =>
  always(async (book) => {
    const lines = await readLines(book);
    for (const id of book.users)
      for (let end = 0; end <= lines.length; end += 1)
        expect(fold(lines.slice(0, end), id)).toBeGreaterThanOrEqual(0n);
  }));

test('what was credited or given is what is left and what was spent', () =>
  always(async (book) => {
    const { lines, balances } = await readBook(book);
    const given = sumOf(lines, 'redemption') + sumOf(lines, 'bonus');
    expect(sumOf(lines, 'credit') + given).toBe(total(balances) + sumOf(lines, 'sale'));
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
      if (event.kind === 'redemption' || event.kind === 'bonus') {
        model[event.user]! += event.amount;
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

/** What holds for a sale with commission, however it is refunded in parts. */
describe('refunds', () => {
  const REVENUE = 5n;
  const HAS = 10n ** 13n;

  type Sale = {
    /** At least one micro-USDT for each account. */
    readonly totalMicro: bigint;
    readonly quantity: number;
    /** Of the sale, in hundredths of a percent. */
    readonly rate: bigint;
    /** How many accounts each refund covers; what is too many is left out. */
    readonly parts: readonly number[];
  };

  const sales: fc.Arbitrary<Sale> = fc.record({
    totalMicro: fc.oneof(fc.bigInt({ min: 40n, max: 100n }), fc.bigInt({ min: 40n, max: 10n ** 10n })),
    quantity: fc.integer({ min: 1, max: 40 }),
    rate: fc.bigInt({ min: 0n, max: 10_000n }),
    parts: fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 6 }),
  });

  type Outcome = {
    readonly book: Book;
    readonly account: bigint;
    readonly earned: bigint;
    readonly left: number;
  };

  /** The first user of the book buys, the last one earns. */
  async function play({ totalMicro, quantity, rate, parts }: Sale): Promise<Outcome> {
    const book = await openFundedBook(ctx, HAS);
    const [userId, , agentId] = book.users as [bigint, bigint, bigint];
    await openCommissionAccount(ctx.db, agentId);
    const { id: account } = await ctx.db
      .selectFrom('ledger_accounts')
      .select('id')
      .where('user_id', '=', agentId)
      .where('kind', '=', 'commission')
      .executeTakeFirstOrThrow();
    const orderId = book.base;
    const earned = (totalMicro * rate) / 10_000n;
    const now = ctx.clock.now();
    const commissions = earned > 0n ? [{ orderId, account, amountMicro: earned }] : [];
    await inTransaction(ctx, ({ db }) =>
      combineWrites(db, [
        ...recordSales([{ orderId, userId, totalMicro }], now),
        ...recordCommissions(commissions, now),
      ]),
    );
    let left = quantity;
    for (const [index, part] of parts.entries()) {
      if (part > left) continue;
      const timelineId = book.base + 1n + BigInt(index);
      const refunded = quantity - left;
      const amountMicro = shareOf(totalMicro, quantity, part, refunded);
      const beforeMicro = totalMicro - shareOf(totalMicro, quantity, refunded);
      left -= part;
      await inTransaction(ctx, async (step) => {
        await recordRefund(step, { timelineId, userId, amountMicro });
        await reverseCommission(step, {
          timelineId,
          orderId,
          totalMicro,
          beforeMicro,
          afterMicro: beforeMicro - amountMicro,
        });
      });
    }
    return { book, account, earned, left };
  }

  /** What the accounts cost that are not refunded. */
  const leftOf = ({ totalMicro, quantity }: Sale, left: number): bigint =>
    totalMicro - shareOf(totalMicro, quantity, quantity - left);

  const always = (holds: (sale: Sale, outcome: Outcome) => Promise<void>): Promise<void> =>
    fc.assert(
      fc.asyncProperty(sales, async (sale) => holds(sale, await play(sale))),
      { numRuns: 25 },
    );

  test('the buyer has paid for what is left, the shop has that less the commission', () =>
    always(async (sale, { book, account, left }) => {
      const { lines, balances } = await readBook(book);
      const paid = leftOf(sale, left);
      expect(balances[0]).toBe(HAS - paid);
      expect(fold(lines, REVENUE)).toBe(paid - fold(lines, account));
    }));

  test('the agent keeps the commission on what is left of the sale, whatever the refunds were', () =>
    always(async (sale, { book, account, earned, left }) => {
      const { lines } = await readBook(book);
      expect(fold(lines, account)).toBe((earned * leftOf(sale, left)) / sale.totalMicro);
      const reversed = lines.filter(({ kind }) => kind === 'commissionReversal').map(({ amount }) => amount);
      expect(total(reversed)).toBeLessThanOrEqual(earned);
    }));

  test('balances are the sums of their movements, and reconciliation agrees', () =>
    always(async (_sale, { book }) => {
      const { lines, balances } = await readBook(book);
      expect(balances).toEqual(book.users.map((id) => fold(lines, id)));
      const faults = await findLedgerMismatches(ctx.db);
      expect(faults.filter(({ userId }) => book.users.includes(userId))).toEqual([]);
    }));

  test('a timeline entry refunds once, and reverses commission once', () =>
    always(async (_sale, { book, account, left }) => {
      const before = await readBook(book);
      const timelineId = before.lines.find(({ kind }) => kind === 'refund')?.reference;
      if (timelineId === undefined) return;
      const again = inTransaction(ctx, (step) =>
        recordRefund(step, { timelineId, userId: book.users[0]!, amountMicro: 1n }),
      );
      await expect(again).rejects.toThrow();
      const isReversed = before.lines.some(
        ({ kind, reference }) => kind === 'commissionReversal' && reference === timelineId,
      );
      if (isReversed && fold(before.lines, account) > 0n) {
        const paid = { orderId: book.base, totalMicro: 1n, beforeMicro: 1n, afterMicro: 0n };
        await expect(
          inTransaction(ctx, (step) => reverseCommission(step, { timelineId, ...paid })),
        ).rejects.toThrow();
      }
      expect(await readBook(book)).toEqual(before);
      expect(left).toBeGreaterThanOrEqual(0);
    }));
});
