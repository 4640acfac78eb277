import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { combineWrites } from '../../platform/db/pipeline.ts';
import { fold, openFundedBook, readBook, total, type Book } from '../../testing/ledger-book.ts';
import { createWorld } from '../../testing/world.ts';
import {
  findLedgerMismatches,
  openCommissionAccount,
  recordCommissions,
  recordRefund,
  recordSales,
  reverseCommission,
} from './index.ts';

/** What holds for a sale with commission, however it is refunded in parts. */

const REVENUE = 5n;
const HAS = 10n ** 13n;

type Sale = {
  readonly unit: bigint;
  readonly quantity: number;
  /** Of the sale, in hundredths of a percent. */
  readonly rate: bigint;
  /** How many accounts each refund covers; what is too many is left out. */
  readonly parts: readonly number[];
};

const sales: fc.Arbitrary<Sale> = fc.record({
  unit: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  quantity: fc.integer({ min: 1, max: 40 }),
  rate: fc.bigInt({ min: 0n, max: 10_000n }),
  parts: fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 6 }),
});

let ctx: Ctx;
beforeAll(async () => {
  ({ ctx } = await createWorld());
});

type Outcome = {
  readonly book: Book;
  readonly account: bigint;
  readonly earned: bigint;
  readonly left: number;
};

/** The first user of the book buys, the last one earns. */
async function play({ unit, quantity, rate, parts }: Sale): Promise<Outcome> {
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
  const totalMicro = unit * BigInt(quantity);
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
    const paid = { orderId, quantity, paidBefore: left, paidAfter: left - part };
    left -= part;
    await inTransaction(ctx, async (step) => {
      await recordRefund(step, { timelineId, userId, amountMicro: unit * BigInt(part) });
      await reverseCommission(step, { timelineId, ...paid });
    });
  }
  return { book, account, earned, left };
}

const always = (holds: (sale: Sale, outcome: Outcome) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(sales, async (sale) => holds(sale, await play(sale))),
    { numRuns: 25 },
  );

test('the buyer has paid for what is left, the shop has that less the commission', () =>
  always(async ({ unit }, { book, account, left }) => {
    const { lines, balances } = await readBook(book);
    const paid = unit * BigInt(left);
    expect(balances[0]).toBe(HAS - paid);
    expect(fold(lines, REVENUE)).toBe(paid - fold(lines, account));
  }));

test('the agent keeps the commission on what is left of the sale, whatever the refunds were', () =>
  always(async ({ quantity }, { book, account, earned, left }) => {
    const { lines } = await readBook(book);
    expect(fold(lines, account)).toBe((earned * BigInt(left)) / BigInt(quantity));
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
  always(async ({ unit }, { book, account, left }) => {
    const before = await readBook(book);
    const timelineId = before.lines.find(({ kind }) => kind === 'refund')?.reference;
    if (timelineId === undefined) return;
    const again = inTransaction(ctx, (step) =>
      recordRefund(step, { timelineId, userId: book.users[0]!, amountMicro: unit }),
    );
    await expect(again).rejects.toThrow();
    const isReversed = before.lines.some(
      ({ kind, reference }) => kind === 'commissionReversal' && reference === timelineId,
    );
    if (isReversed && fold(before.lines, account) > 0n) {
      const paid = { orderId: book.base, quantity: 1, paidBefore: 1, paidAfter: 0 };
      await expect(
        inTransaction(ctx, (step) => reverseCommission(step, { timelineId, ...paid })),
      ).rejects.toThrow();
    }
    expect(await readBook(book)).toEqual(before);
    expect(left).toBeGreaterThanOrEqual(0);
  }));
