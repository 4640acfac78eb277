import type { Network } from '@portside/contract';
import { sql } from 'kysely';
import { randomInt } from 'node:crypto';
import { inTransaction, type Ctx } from '../platform/context.ts';
import {
  readAvailableMicro,
  recordBonus,
  recordCredit,
  recordDeposit,
  recordRedemption,
  recordSales,
} from '../features/ledger/index.ts';
import { combineWrites } from '../platform/db/pipeline.ts';
import { buildBuyer } from './build.ts';

/** A ledger of its own within the shared one: users and references that no other test uses. */
export type Book = { readonly ctx: Ctx; readonly users: readonly bigint[]; readonly base: bigint };

/** A movement. */
export type Line = {
  readonly id: bigint;
  readonly kind: string;
  readonly reference: bigint;
  readonly debit: bigint;
  readonly credit: bigint;
  readonly amount: bigint;
};

/** A credit takes one of the deposits before it; events refer to each other by position. */
export type LedgerEvent =
  | { readonly kind: 'deposit'; readonly network: Network; readonly amount: bigint }
  | { readonly kind: 'credit'; readonly deposit: number; readonly user: number }
  | { readonly kind: 'redemption' | 'bonus' | 'sale'; readonly user: number; readonly amount: bigint };

export const BOOK_USERS = 3;
/** No account has this id. */
export const NOBODY = 2n ** 60n;
const REFERENCES = 100n;

let books = 0n;

export async function openBook(ctx: Ctx): Promise<Book> {
  const users: bigint[] = [];
  for (let count = 0; count < BOOK_USERS; count += 1) users.push((await buildBuyer(ctx)).id);
  books += 1n;
  return { ctx, users, base: (BigInt(randomInt(2 ** 47)) << 12n) + books * REFERENCES };
}

/** Every user has that balance, credited under references at the end of the book. */
export async function openFundedBook(ctx: Ctx, amountMicro: bigint): Promise<Book> {
  const book = await openBook(ctx);
  for (const [index, userId] of book.users.entries()) {
    const depositId = book.base + 90n + BigInt(index);
    await recordDeposit(ctx, { depositId, network: 'TRON', amountMicro });
    await recordCredit(ctx, { depositId, userId, amountMicro });
  }
  return book;
}

/** Every movement of the book, oldest first. */
export async function readLines({ ctx, base }: Book): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select id, kind, reference, debit_account as debit, credit_account as credit, amount_micro as amount
    from ledger_movements where reference >= ${base} and reference < ${base + REFERENCES}
    order by id`.execute(ctx.db);
  return rows;
}

export const readBalances = ({ ctx, users }: Book): Promise<bigint[]> =>
  Promise.all(users.map((id) => readAvailableMicro(ctx.db, id)));

export const readBook = async (book: Book) => ({
  lines: await readLines(book),
  balances: await readBalances(book),
});

/** The position of the deposit that a credit at `index` takes; undefined if there is none before it. */
export function sourceOf(history: readonly LedgerEvent[], index: number): number | undefined {
  const event = history[index]!;
  const deposits = history.slice(0, index).flatMap((one, place) => (one.kind === 'deposit' ? [place] : []));
  return event.kind === 'credit' && deposits.length > 0
    ? deposits[event.deposit % deposits.length]
    : undefined;
}

/** Applies the event under its own reference, or nothing; false if the ledger refuses it. */
export function carryOut(book: Book, history: readonly LedgerEvent[], index: number): Promise<boolean> {
  const event = history[index]!;
  const reference = book.base + BigInt(index);
  return succeeds(
    inTransaction(book.ctx, async (step) => {
      if (event.kind === 'deposit') {
        const { network, amount: amountMicro } = event;
        await recordDeposit(step, { depositId: reference, network, amountMicro });
      } else if (event.kind === 'sale') {
        const sale = { orderId: reference, userId: book.users[event.user]!, totalMicro: event.amount };
        await combineWrites(step.db, recordSales([sale], step.clock.now()));
      } else if (event.kind === 'redemption') {
        const redeemed = { codeId: reference, userId: book.users[event.user]!, amountMicro: event.amount };
        await recordRedemption(step, redeemed);
      } else if (event.kind === 'bonus') {
        const earned = { depositId: reference, userId: book.users[event.user]!, amountMicro: event.amount };
        await recordBonus(step, earned);
      } else {
        const place = sourceOf(history, index);
        const source = place === undefined ? undefined : history[place];
        if (place === undefined || source?.kind !== 'deposit') return;
        const depositId = book.base + BigInt(place);
        await recordCredit(step, { depositId, userId: book.users[event.user]!, amountMicro: source.amount });
      }
    }),
  );
}

export const succeeds = (step: Promise<unknown>): Promise<boolean> =>
  step.then(
    () => true,
    () => false,
  );

export const total = (numbers: readonly bigint[]): bigint => numbers.reduce((sum, one) => sum + one, 0n);

/** The balance of an account by its lines: credits minus debits. */
export const fold = (lines: readonly Line[], account: bigint): bigint =>
  total(
    lines.map((line) => {
      if (line.credit === account) return line.amount;
      return line.debit === account ? -line.amount : 0n;
    }),
  );
