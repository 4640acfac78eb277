import type { Ctx } from '../../platform/context.ts';
import { findItems } from './items.sql.ts';
import { itemPlace } from './places.ts';
import type { ItemRange } from './ranges.sql.ts';

export type OpenedItem = { readonly id: bigint; readonly text: string };

/** The texts of the items in the ranges, exactly as imported. The caller has checked who may read them. */
export async function openItems(ctx: Ctx, ranges: readonly ItemRange[]): Promise<OpenedItem[]> {
  const rows = await findItems(ctx.db, ranges);
  return rows.map((row) => ({
    id: row.id,
    text: ctx.keyring.open({ keyId: row.key_id, sealed: row.sealed }, itemPlace(row.goods_id, row.id)),
  }));
}
