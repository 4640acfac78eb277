import { requireAction } from '../../../platform/actor.ts';
import { preferIndexes } from '../../../platform/db/db.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { findFingerprints } from '../items.sql.ts';

/**
 * The items with these lines as imported, sold, withdrawn and erased ones too, in the order of the lines; null for a
 * line that was never imported.
 */
export async function findItemsByText(ctx: Ctx, lines: readonly string[]): Promise<(bigint | null)[]> {
  requireAction(ctx.actor, 'stock.read');
  return inTransaction(ctx, async ({ db, keyring }) => {
    await preferIndexes(db);
    const found = await findFingerprints(
      db,
      lines.map((line) => keyring.fingerprint(line.trim())),
    );
    return lines.map((_, position) => found.get(position) ?? null);
  });
}
