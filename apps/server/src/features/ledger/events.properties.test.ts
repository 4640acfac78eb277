import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { combineWrites } from '../../platform/db/pipeline.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import {
  NOBODY,
  openBook,
  openFundedBook,
  readBalances,
  readBook,
  readLines,
  succeeds,
  total,
  type Book,
} from '../../testing/ledger-book.ts';
import { createWorld } from '../../testing/world.ts';
import {
  findLedgerMismatches,
  recordCredit,
  lockBalances,
  readAvailableMicro,
  recordDeposit,
  recordSales,
} from './index.ts';

/** What holds for every single event, and for every batch of sales. */

const RUNS = { numRuns: 20 };
const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });

let ctx: Ctx;
beforeAll(async () => {
  ({ ctx } = await createWorld());
});

describe('one event', () => {
  test('a new user has nothing, and a deposit alone is nobody’s', () =>
    fc.assert(
      fc.asyncProperty(amounts, async (amountMicro) => {
        const book = await openBook(ctx);
        await recordDeposit(ctx, { depositId: book.base, network: 'TRON', amountMicro });
        expect(await readBalances(book)).toEqual([0n, 0n, 0n]);
      }),
      RUNS,
    ));

  test('a credit moves exactly the deposited amount and returns the new balance', () =>
    fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: 10n ** 15n }), async (amountMicro) => {
        const book = await openBook(ctx);
        const [userId] = book.users;
        const told = await recordCredit(ctx, { depositId: book.base, userId: userId!, amountMicro });
        expect(told).toEqual({ balanceMicro: amountMicro });
        expect(await readBalances(book)).toEqual([amountMicro, 0n, 0n]);
      }),
      RUNS,
    ));

  test('a sum beyond what a number can hold is refused, and nothing is changed', async () => {
    const book = await openBook(ctx);
    const much = { depositId: book.base, userId: book.users[0]!, amountMicro: 2n ** 62n };
    await recordCredit(ctx, much);
    const before = await readBook(book);
    const more = { depositId: book.base + 1n, userId: book.users[0]!, amountMicro: 2n ** 62n };
    expect(await succeeds(inTransaction(ctx, (step) => recordCredit(step, more)))).toBe(false);
    expect(await readBook(book)).toEqual(before);
  });

  test('an amount of nothing or less, and a movement to itself, are refused', () =>
    fc.assert(
      fc.asyncProperty(fc.bigInt({ min: -(10n ** 12n), max: 0n }), amounts, async (nothing, amount) => {
        const book = await openFundedBook(ctx, 10n ** 12n);
        const before = await readBook(book);
        const depositId = book.base + 1n;
        const zero = { depositId, userId: book.users[0]!, amountMicro: nothing };
        expect(await succeeds(inTransaction(ctx, (step) => recordCredit(step, zero)))).toBe(false);
        const toItself = sql`insert into ledger_movements
          (kind, reference, debit_account, credit_account, amount_micro, created_at)
          values ('sale', ${depositId}, ${book.users[0]!}, ${book.users[0]!}, ${amount}, now())`;
        expect(await succeeds(toItself.execute(ctx.db))).toBe(false);
        expect(await readBook(book)).toEqual(before);
      }),
      RUNS,
    ));
});

describe('users apart from each other', () => {
  test('a credit to nobody is refused, and nothing is changed', async () => {
    const book = await openBook(ctx);
    const nobody = { depositId: book.base, userId: NOBODY, amountMicro: 5n };
    expect(await succeeds(inTransaction(ctx, (step) => recordCredit(step, nobody)))).toBe(false);
    expect(await readLines(book)).toEqual([]);
  });

  test('who pays does not touch the others', () =>
    fc.assert(
      fc.asyncProperty(amounts, amounts, async (has, pays) => {
        const book = await openFundedBook(ctx, has);
        const payment = [{ orderId: book.base, userId: book.users[0]!, totalMicro: pays }];
        const isPaid = await succeeds(
          inTransaction(ctx, ({ db, clock }) => combineWrites(db, recordSales(payment, clock.now()))),
        );
        expect(isPaid).toBe(pays <= has);
        expect(await readBalances(book)).toEqual([isPaid ? has - pays : has, has, has]);
      }),
      RUNS,
    ));

  test('events that do not concern each other may come in any order', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(amounts, { minLength: 2, maxLength: 6 }),
        fc.infiniteStream(fc.nat(5)),
        async (list, chance) => {
          const inOrder = await openFundedBook(ctx, 10n ** 13n);
          const mixed = await openFundedBook(ctx, 10n ** 13n);
          const sales = list.map((amount, index) => ({ amount, index: BigInt(index) }));
          const others = sales
            .map((one) => ({ one, place: chance.next().value }))
            .toSorted((a, b) => a.place - b.place);
          const pay = (book: typeof mixed, { amount, index }: (typeof sales)[number]) =>
            combineWrites(
              ctx.db,
              recordSales(
                [{ orderId: book.base + index, userId: book.users[0]!, totalMicro: amount }],
                ctx.clock.now(),
              ),
            );
          for (const one of sales) await pay(inOrder, one);
          for (const { one } of others) await pay(mixed, one);
          expect(await readBalances(mixed)).toEqual(await readBalances(inOrder));
        },
      ),
      RUNS,
    ));
});

const batches = fc.array(fc.record({ user: fc.nat(2), amount: fc.bigInt({ min: 1n, max: 500n }) }), {
  minLength: 1,
  maxLength: 10,
});
const HAS = 1_000n;

const openEqual = (): Promise<Book> => openFundedBook(ctx, HAS);

const toSales = (book: Book, batch: readonly { user: number; amount: bigint }[]) =>
  batch.map(({ user: index, amount }, position) => ({
    orderId: book.base + BigInt(position),
    userId: book.users[index]!,
    totalMicro: amount,
  }));
const sell = (sales: ReturnType<typeof toSales>) =>
  succeeds(inTransaction(ctx, ({ db, clock }) => combineWrites(db, recordSales(sales, clock.now()))));

describe('sales in batches', () => {
  test('a batch is what its sales are one by one, or nothing at all', () =>
    fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        const [together, singly] = [await openEqual(), await openEqual()];
        const before = await readBook(together);
        if (await sell(toSales(together, batch))) {
          for (const one of toSales(singly, batch)) expect(await sell([one])).toBe(true);
          expect(await readBalances(together)).toEqual(await readBalances(singly));
        } else {
          const spent = together.users.map((_, index) =>
            total(batch.filter((one) => one.user === index).map((one) => one.amount)),
          );
          expect(spent.some((amount) => amount > HAS)).toBe(true);
          expect(await readBook(together)).toEqual(before);
        }
      }),
      RUNS,
    ));

  test('an order that is in a batch twice undoes the whole batch', () =>
    fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        const book = await openEqual();
        const before = await readBook(book);
        const sales = toSales(
          book,
          batch.map((one) => ({ ...one, amount: 1n })),
        );
        expect(await sell([...sales, sales[0]!])).toBe(false);
        expect(await readBook(book)).toEqual(before);
      }),
      RUNS,
    ));
});

describe('failing and concurrent steps', () => {
  test('a step that fails after any number of events leaves no trace', () =>
    fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        const book = await openEqual();
        const before = await readBook(book);
        const failing = inTransaction(ctx, async ({ db, clock }) => {
          for (const one of toSales(
            book,
            batch.map((one) => ({ ...one, amount: 1n })),
          ))
            await combineWrites(db, recordSales([one], clock.now()));
          throw new Error('on purpose');
        });
        await expect(failing).rejects.toThrow('on purpose');
        expect(await readBook(book)).toEqual(before);
      }),
      RUNS,
    ));

  test('the last coins are spent exactly as often as they suffice, however many try at once', () =>
    fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 100n, max: 900n }), async (price) => {
        const book = await openEqual();
        const [userId] = book.users;
        const buy = (position: number) =>
          inTransaction(ctx, async ({ db, clock }) => {
            const balance = (await lockBalances(db, [userId!])).get(userId!)!;
            if (balance < price) return false;
            const orderId = book.base + BigInt(position);
            const sale = { orderId, userId: userId!, totalMicro: price };
            await combineWrites(db, recordSales([sale], clock.now()));
            return true;
          });
        const results = await Promise.all(Array.from({ length: 12 }, (_, position) => buy(position)));
        expect(results.filter(Boolean)).toHaveLength(Number(HAS / price));
        expect(await readAvailableMicro(ctx.db, userId!)).toBe(HAS % price);
      }),
      RUNS,
    ));

  test('reconciliation finds exactly the accounts whose balance was tampered with', () =>
    fc.assert(
      fc.asyncProperty(fc.subarray([0, 1, 2]), fc.bigInt({ min: 1n, max: 999n }), async (touched, by) => {
        const book = await openEqual();
        const ids = touched.map((index) => book.users[index]!);
        class Undo extends Error {}
        let named: bigint[] = [];
        const spoil = inTransaction(ctx, async ({ db }) => {
          await sql`update ledger_accounts set balance_micro = balance_micro - ${by}
            where id = any(${ids}::bigint[])`.execute(db);
          named = (await findLedgerMismatches(db))
            .map((fault) => fault.userId)
            .filter((id) => book.users.includes(id));
          throw new Undo();
        });
        await expect(spoil).rejects.toThrow(Undo);
        expect(new Set(named)).toEqual(new Set(ids));
        expect(named).toHaveLength(ids.length);
      }),
      RUNS,
    ));
});
