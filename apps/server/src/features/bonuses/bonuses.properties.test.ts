import { bestBonus, type BonusTier } from '@portside/contract/wire/bonus';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { combineWrites } from '../../platform/db/pipeline.ts';
import { buildBuyer } from '../../testing/build.ts';
import { recordDeposit as insertDeposit } from '../../testing/followed-chain.ts';
import { succeeds } from '../../testing/ledger-book.ts';
import { createWorld, runsHere } from '../../testing/world.ts';
import { creditDeposits } from '../deposits/credit-deposits.ts';
import { applyReversal } from '../deposits/decisions/apply-decision.ts';
import { findDeposit, type DepositRow } from '../deposits/deposits.sql.ts';
import { findLedgerMismatches, recordDeposit, recordSales } from '../ledger/index.ts';
import { replaceTiers } from './bonuses.sql.ts';

/** Random histories of payments that are credited together or one by one, spent and reversed. */

type Step =
  | { readonly kind: 'pay'; readonly amounts: readonly bigint[] }
  | { readonly kind: 'spend'; readonly amount: bigint }
  | { readonly kind: 'reverse'; readonly deposit: number };

const amounts = fc.bigInt({ min: 1n, max: 2_000n });
const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .array(amounts, { minLength: 1, maxLength: 3 })
        .map((list): Step => ({ kind: 'pay', amounts: list })),
    },
    { weight: 3, arbitrary: amounts.map((amount): Step => ({ kind: 'spend', amount })) },
    { weight: 3, arbitrary: fc.nat(20).map((deposit): Step => ({ kind: 'reverse', deposit })) },
  ),
  { minLength: 1, maxLength: 14 },
);

const tier: fc.Arbitrary<BonusTier> = fc.oneof(
  fc.record({
    fromMicro: amounts,
    basisPoints: fc.constant(null),
    amountMicro: fc.bigInt({ min: 1n, max: 300n }),
  }),
  fc.record({
    fromMicro: amounts,
    basisPoints: fc.integer({ min: 1, max: 10_000 }),
    amountMicro: fc.constant(null),
  }),
);
const tiers = fc.uniqueArray(tier, { minLength: 1, maxLength: 4, selector: ({ fromMicro }) => fromMicro });

let ctx: Ctx;
beforeAll(async () => {
  ({ ctx } = await createWorld());
});
beforeEach(async () => {
  await ctx.db.updateTable('bonuses').set({ is_on: false }).execute();
});

let sales = 2n ** 50n;

async function arrive(amountMicro: bigint): Promise<DepositRow> {
  const depositId = await insertDeposit(ctx, amountMicro, { state: 'unmatched', user_id: null });
  await recordDeposit(ctx, { depositId, network: 'ETH', amountMicro });
  return (await findDeposit(ctx.db, depositId))!;
}

/** A bonus with these tiers, the only one that is on. */
async function offer(of: readonly BonusTier[]): Promise<void> {
  await ctx.db.updateTable('bonuses').set({ is_on: false }).execute();
  const { id } = await ctx.db
    .insertInto('bonuses')
    .values({
      name: 'any',
      level_ids: [],
      starts_at: new Date(0),
      ends_at: null,
      is_on: true,
      created_at: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceTiers(ctx.db, id, of);
}

/** What the user has been given and has spent; below zero it is a debt beside a balance of zero. */
async function play(history: readonly Step[], of: readonly BonusTier[], userId: bigint) {
  const paid: DepositRow[] = [];
  const reversed = new Set<bigint>();
  let [balance, debt] = [0n, 0n];
  for (const step of history) {
    if (step.kind === 'pay') {
      const deposits: DepositRow[] = [];
      for (const amount of step.amounts) deposits.push(await arrive(amount));
      await inTransaction(ctx, (inner) => creditDeposits(inner, deposits, userId, { by: 'buyer' }));
      paid.push(...deposits);
      for (const amount of step.amounts) balance += amount + (bestBonus(of, amount)?.bonusMicro ?? 0n);
    }
    if (step.kind === 'spend') {
      const sale = { orderId: (sales += 1n), userId, totalMicro: step.amount };
      const isSold = await succeeds(
        inTransaction(ctx, ({ db, clock }) => combineWrites(db, recordSales([sale], clock.now()))),
      );
      expect(isSold).toBe(step.amount <= balance);
      if (isSold) balance -= step.amount;
    }
    const deposit = step.kind === 'reverse' ? paid[step.deposit % Math.max(1, paid.length)] : undefined;
    if (deposit) {
      const terms = { deposit_id: String(deposit.id) } as never;
      const isDone = await succeeds(applyReversal(ctx, { proposalId: 1n, terms }));
      expect(isDone).toBe(!reversed.has(deposit.id));
      if (!isDone) continue;
      reversed.add(deposit.id);
      const owed = deposit.amount_micro + (bestBonus(of, deposit.amount_micro)?.bonusMicro ?? 0n);
      const taken = owed < balance ? owed : balance;
      balance -= taken;
      debt += owed - taken;
    }
  }
  return { balance, debt };
}

type Sums = {
  readonly credit: bigint;
  readonly bonus: bigint;
  readonly back: bigint;
  readonly bonus_back: bigint;
};

test('books balance, no bonus is without its deposit, and a reversal takes exactly the bonus along', () =>
  fc.assert(
    fc.asyncProperty(histories, tiers, async (history, of) => {
      await offer(of);
      const { id: userId } = await buildBuyer(ctx);
      const { balance, debt } = await play(history, of, userId);
      const { rows } = await sql<{ kind: string; balance_micro: bigint }>`
        select kind, balance_micro from ledger_accounts where user_id = ${userId} order by kind`.execute(
        ctx.db,
      );
      const accounts = new Map(rows.map((row) => [row.kind, row.balance_micro]));
      expect([accounts.get('available'), accounts.get('debt') ?? 0n]).toEqual([balance, -debt]);

      const { rows: deposits } = await sql<Sums & { amount: bigint; state: string }>`
        select d.amount_micro as amount, d.state,
          coalesce(sum(m.amount_micro) filter (where m.kind = 'credit'), 0)::bigint as credit,
          coalesce(sum(m.amount_micro) filter (where m.kind = 'bonus'), 0)::bigint as bonus,
          coalesce(sum(m.amount_micro) filter (where m.kind in ('reversal', 'reversalDebt')), 0)::bigint as back,
          coalesce(sum(m.amount_micro) filter (where m.kind in ('bonusReversal', 'bonusReversalDebt')), 0)::bigint
            as bonus_back
        from deposits d join ledger_movements m on m.reference = d.id and m.kind <> 'sale'
        where d.user_id = ${userId} group by d.id`.execute(ctx.db);
      for (const { amount, state, credit, bonus, back, bonus_back: bonusBack } of deposits) {
        expect(credit).toBe(amount);
        expect(bonus).toBe(bestBonus(of, amount)?.bonusMicro ?? 0n);
        expect([back, bonusBack]).toEqual(state === 'reversed' ? [amount, bonus] : [0n, 0n]);
      }
      expect((await findLedgerMismatches(ctx.db)).filter((fault) => fault.userId === userId)).toEqual([]);
    }),
    { numRuns: runsHere(40) },
  ));

test('of what fails after a credit, neither the credit nor its bonus is left', async () => {
  await offer([{ fromMicro: 1n, basisPoints: 1_000, amountMicro: null }]);
  const { id: userId } = await buildBuyer(ctx);
  const deposit = await arrive(500n);
  const failing = inTransaction(ctx, async (step) => {
    await creditDeposits(step, [deposit], userId, { by: 'buyer' });
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  const { rows } = await sql`
    select from ledger_movements where kind in ('credit', 'bonus') and reference = ${deposit.id}`.execute(
    ctx.db,
  );
  expect(rows).toEqual([]);
});
