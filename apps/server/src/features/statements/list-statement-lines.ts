import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { listAvailableMovementsIn, type AccountMovement, type Period } from '../ledger/index.ts';
import { findOrderNos } from '../orders/index.ts';
import { findOrderIdsOfDeposits } from '../recharges/index.ts';

const PAGE_ROWS = 1_000;

/** One movement with the balance after it. */
export type StatementLine = AccountMovement & {
  /** Number of the order or top-up behind it; empty for others. */
  readonly number: string;
  readonly balanceMicro: bigint;
};

/** The caller's movements in a period, oldest first, with the balance that they add up to. */
export async function* listStatementLines(
  ctx: Ctx,
  period: Period,
  openingMicro: bigint,
): AsyncGenerator<StatementLine> {
  const { userId } = requireUser(ctx.actor);
  let balanceMicro = openingMicro;
  let after = 0n;
  for (;;) {
    const movements = await listAvailableMovementsIn(ctx.db, userId, period, { after, limit: PAGE_ROWS });
    const numbers = await numbersOf(ctx, movements);
    for (const movement of movements) {
      balanceMicro += movement.amountMicro;
      yield { ...movement, number: numbers.get(movement.id) ?? '', balanceMicro };
    }
    if (movements.length < PAGE_ROWS) return;
    after = movements.at(-1)!.id;
  }
}

const OF_DEPOSITS: ReadonlySet<AccountMovement['kind']> = new Set(['credit', 'reversal']);

async function numbersOf(
  ctx: Ctx,
  movements: readonly AccountMovement[],
): Promise<ReadonlyMap<bigint, string>> {
  const ofDeposits = movements.filter(({ kind }) => OF_DEPOSITS.has(kind));
  const [orderNos, orderIds] = await Promise.all([
    findOrderNos(ctx, movements),
    findOrderIdsOfDeposits(
      ctx.db,
      ofDeposits.map(({ reference }) => reference),
    ),
  ]);
  const topUps = ofDeposits.flatMap(({ id, reference }) => {
    const orderId = orderIds.get(reference);
    return orderId === undefined ? [] : [[id, orderId] as const];
  });
  return new Map([...orderNos, ...topUps]);
}
