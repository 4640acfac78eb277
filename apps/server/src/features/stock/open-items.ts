import type { Ctx } from '../../platform/context.ts';
import { findItemRows } from './items.sql.ts';
import type { ItemRange } from './ranges.sql.ts';
import { itemContext } from './sealing-context.ts';

export type OpenedItem = { readonly id: bigint; readonly text: string };

/**
 * The texts of the ranges' items, exactly as imported; erased ones are absent. The caller has checked who may read
 * them.
 */
export async function openItems(ctx: Ctx, ranges: readonly ItemRange[]): Promise<OpenedItem[]> {
  const rows = await findItemRows(ctx.db, ranges);
  return rows.map((row) => ({
    id: row.id,
    text: ctx.keyring.open({ keyId: row.key_id, sealed: row.sealed }, itemContext(row.goods_id, row.id)),
  }));
}
