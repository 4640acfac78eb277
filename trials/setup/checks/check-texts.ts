import { sealedTables } from '../../../apps/server/src/compose/compose.ts';
import { openItems } from '../../../apps/server/src/features/stock/index.ts';
import { isAnySealedUnder } from '../../../apps/server/src/platform/keys/sealed-table.sql.ts';
import { withShop } from '../open-shop.ts';
import { linesOf } from '../seed-shop.ts';
import type { Trial } from '../trial-type.ts';

const ITEMS_A_STEP = 5_000n;

/**
 * Checks that every stored text can be decrypted, was imported, and exists once, and under the given key only, if any.
 */
export function checkTexts({ target, keys, journal }: Trial, onlyKeyId?: string): Promise<string[]> {
  const lines = new Set(journal.imports.flatMap(({ tag, lines: count }) => [...linesOf(tag, count)]));
  return withShop(target, keys, async (ctx) => {
    const faults: string[] = [];
    const { last } = await ctx.db
      .selectFrom('stock_items')
      .select((items) => items.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    for (let firstId = 0n; firstId <= (last ?? 0n); firstId += ITEMS_A_STEP) {
      const items = await openItems(ctx, [{ firstId, endId: firstId + ITEMS_A_STEP }]);
      for (const { id, text } of items)
        if (!lines.delete(text)) faults.push(`item ${id} has a text that was not imported, or not so often`);
    }
    if (onlyKeyId === undefined) return faults;
    for (const other of ctx.keyring.keyIds.filter((id) => id !== onlyKeyId))
      for (const table of sealedTables)
        if (await isAnySealedUnder(ctx.db, table, other))
          faults.push(`${table.name} still has texts under the key ${other}`);
    return faults;
  });
}
