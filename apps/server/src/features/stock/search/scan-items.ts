import type { Ctx } from '../../../platform/context.ts';
import type { FormatPort, NamedFormat } from '../account-format.ts';
import { findItemsAfter, type ItemRow } from '../items.sql.ts';
import { itemContext } from '../sealing-context.ts';
import { isKnownAs } from './account-names.ts';

/** Texts opened per query: bounds the memory, and how long other requests wait. */
const STEP_ITEMS = 500;

/** A scan ends after this many items, or this many matches. */
export type ScanLimits = { readonly items: number; readonly found: number };

type ScanResult = {
  readonly found: readonly { readonly id: bigint; readonly goodsId: bigint; readonly text: string }[];
  /** How many texts were opened, and how many could not be, which is logged. */
  readonly opened: number;
  readonly unreadable: number;
  /** The last item scanned; null at the end of the stock. */
  readonly last: bigint | null;
};

/** Opens the texts after an item, by id, and returns those of accounts with a name, given by its key. */
export async function scanItems(
  ctx: Ctx,
  formatOf: FormatPort['formatOf'],
  { key, after }: { readonly key: string; readonly after: bigint },
  limits: ScanLimits,
): Promise<ScanResult> {
  const found: { id: bigint; goodsId: bigint; text: string }[] = [];
  const formats = new Map<bigint, NamedFormat>();
  let last = after;
  let opened = 0;
  let unreadable = 0;
  while (opened + unreadable < limits.items) {
    const wanted = Math.min(STEP_ITEMS, limits.items - opened - unreadable);
    const rows = await findItemsAfter(ctx.db, last, wanted);
    await addFormats(ctx, formatOf, rows, formats);
    for (const row of rows) {
      const text = open(ctx, row);
      last = row.id;
      if (text === null) unreadable += 1;
      else opened += 1;
      if (text === null || !isKnownAs(text, formats.get(row.goods_id)!, key)) continue;
      found.push({ id: row.id, goodsId: row.goods_id, text });
      if (found.length === limits.found) return { found, opened, unreadable, last };
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

/** Null where the text cannot be opened: one damaged row must not hide all that follow it. */
function open({ keyring, log }: Ctx, row: ItemRow): string | null {
  try {
    return keyring.open({ keyId: row.key_id, sealed: row.sealed }, itemContext(row.goods_id, row.id));
  } catch (error) {
    log.error({ err: error, itemId: String(row.id) }, 'the text of an account cannot be opened');
    return null;
  }
}
