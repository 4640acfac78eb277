import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { addAddressChanges, addDepositChanges, hasChanges } from './books.sql.ts';

const MAX_CHANGES = 5_000;

/** Adds what changed of deposits and sweeps to the books' totals. Readers add what is left, so it may be late. */
export async function addUpBooks(ctx: Ctx, maxChanges = MAX_CHANGES): Promise<{ more: boolean }> {
  // An idle shop writes nothing.
  if (!(await hasChanges(ctx.db))) return { more: false };
  const deposits = await inTransaction(ctx, ({ db }) => addDepositChanges(db, maxChanges));
  const addresses = await inTransaction(ctx, ({ db }) => addAddressChanges(db, maxChanges));
  return { more: deposits === maxChanges || addresses === maxChanges };
}
