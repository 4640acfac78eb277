import type { Ctx } from '../../../platform/context.ts';
import { isKnownAs } from './account-names.ts';
import type { NamedFormat } from '../import/check-line.ts';
import type { FormatPort } from '../import/import-in-parts.ts';
import { findItemsAfter, type ItemRow } from '../items.sql.ts';
import { itemPlace } from '../places.ts';

/** Opened between two looks at the database: no more of them are in memory, and nobody else waits longer. */
const STEP_ITEMS = 500;

export type Reach = { readonly items: number; readonly found: number };
export type LookedThrough = {
  readonly found: readonly { readonly id: bigint; readonly goodsId: bigint; readonly text: string }[];
  /** How many texts were opened, and how many would not open, which the log tells. */
  readonly opened: number;
  readonly unreadable: number;
  /** The last item that was looked at; null where none is left. */
  readonly last: bigint | null;
};

/** Looks for a name (its key) in the texts after an item, by id, until so many were looked at or so many found. */
export async function lookThrough(
  ctx: Ctx,
  formatOf: FormatPort['formatOf'],
  { key, after }: { readonly key: string; readonly after: bigint },
  most: Reach,
): Promise<LookedThrough> {
  const found: { id: bigint; goodsId: bigint; text: string }[] = [];
  const formats = new Map<bigint, NamedFormat>();
  let last = after;
  let opened = 0;
  let unreadable = 0;
  while (opened + unreadable < most.items) {
    const wanted = Math.min(STEP_ITEMS, most.items - opened - unreadable);
    const rows = await findItemsAfter(ctx.db, last, wanted);
    await addFormats(ctx, formatOf, rows, formats);
    for (const row of rows) {
      const text = open(ctx, row);
      last = row.id;
      if (text === null) unreadable += 1;
      else opened += 1;
      if (text === null || !isKnownAs(text, formats.get(row.goods_id)!, key)) continue;
      found.push({ id: row.id, goodsId: row.goods_id, text });
      if (found.length === most.found) return { found, opened, unreadable, last };
    }
    if (rows.length < wanted) return { found, opened, unreadable, last: null };
  }
  return { found, opened, unreadable, last };
}

async function addFormats(
  { db }: Ctx,
  formatOf: FormatPort['formatOf'],
  rows: readonly ItemRow[],
  formats: Map<bigint, NamedFormat>,
): Promise<void> {
  for (const goodsId of new Set(rows.map((row) => row.goods_id)))
    if (!formats.has(goodsId)) formats.set(goodsId, await formatOf(db, goodsId));
}

/** Null where it does not open: one damaged row must not hide all that come after it. */
function open({ keyring, log }: Ctx, row: ItemRow): string | null {
  try {
    return keyring.open({ keyId: row.key_id, sealed: row.sealed }, itemPlace(row.goods_id, row.id));
  } catch (error) {
    log.error({ err: error, itemId: String(row.id) }, 'the text of an account does not open');
    return null;
  }
}
