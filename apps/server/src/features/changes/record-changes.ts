import { hash } from 'node:crypto';
import { formatMicro, type ChangedOffer, type StockDisplay, type Visibility } from '@portside/contract';
import { sql, type Selectable } from 'kysely';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { isLow, mostOf, showStock, type GoodsRow, type SalesLookups } from '../goods/index.ts';
import { findPromotions, type ListedOffer } from '../prices/index.ts';
import { readSetting } from '../settings/index.ts';
import { countStock, type StockCount } from '../stock/index.ts';

/** Whose lists have a product. */
type Audience = { readonly forEverybody: boolean; readonly levelIds: readonly bigint[] };

export type ChangedGoods = {
  readonly goodsId: bigint;
  /** Null where it was, or is, in no list. */
  readonly before: (Audience & { readonly offer: ChangedOffer }) | null;
  readonly after: (Audience & { readonly offer: ChangedOffer }) | null;
  /** Exactly what is left, whatever buyers are shown, where it is low by the product's rule and was not before. */
  readonly ranLowAt: number | null;
};

/** Whether a buyer of this level has it in their lists; null: without a level. */
export const sees = (audience: Audience | null, levelId: bigint | null): boolean =>
  audience !== null && (audience.forEverybody || (levelId !== null && audience.levelIds.includes(levelId)));

/**
 * Records how products are offered where that differs from what was recorded last, and announces it. Orders, imports and
 * operators do not do it themselves: nothing they do becomes slower, nothing is forgotten, and what time alone changes,
 * such as the end of a promotion, is a change like the others.
 */
export function recordChanges(ctx: Ctx, sales: SalesLookups): Promise<{ more: boolean }> {
  return inTransaction(ctx, async (step) => {
    // One writer at a time, to its commit: a number that is read has none below it that is still to come.
    await sql`lock table goods_changes in share row exclusive mode`.execute(step.db);
    const known = await readKnown(step.db);
    const current = await readOffered(step, sales);
    const changed = [...new Set([...known.keys(), ...current.keys()])].filter(
      (id) => (current.get(id) ?? GONE).sha256 !== known.get(id)?.sha256,
    );
    const low = [...current.keys()].filter(
      (id) => current.get(id)!.isLow !== (known.get(id)?.isLow ?? false),
    );
    const ids = [...new Set([...changed, ...low])];
    if (ids.length === 0) return { more: false };
    const before = await findRows(step.db, ids);
    await write(step, ids, current, before, new Set(changed));
    await step.events.announce(step, 'goodsChanged', {
      changes: ids.map((goodsId) => ({
        goodsId,
        before: offeredIn(before.get(goodsId)),
        after: current.get(goodsId) ?? null,
        ranLowAt: ranLowAt(current.get(goodsId), before.get(goodsId)),
      })),
    });
    return { more: false };
  });
}

type Offered = Audience & {
  readonly offer: ChangedOffer;
  readonly sha256: string;
  readonly left: number;
  readonly isLow: boolean;
};

const ranLowAt = (now: Offered | undefined, before: ChangeRow | undefined): number | null =>
  now?.isLow && !before?.is_low ? now.left : null;

const GONE = { sha256: '' };

type Known = { readonly sha256: string; readonly isLow: boolean };

async function readKnown(db: Db): Promise<Map<bigint, Known>> {
  const rows = await db.selectFrom('goods_changes').select(['goods_id', 'sha256', 'is_low']).execute();
  return new Map(rows.map((row) => [row.goods_id, { sha256: row.sha256, isLow: row.is_low }]));
}

const offeredIn = (row: ChangeRow | undefined): ChangedGoods['before'] =>
  row?.offer ? { forEverybody: row.for_everybody, levelIds: row.level_ids, offer: row.offer } : null;

type Listed = Pick<
  GoodsRow,
  | 'id'
  | 'price_micro'
  | 'min_quantity'
  | 'max_quantity'
  | 'most_per_buyer'
  | 'most_per_day'
  | 'stock_display'
  | 'level_ids'
  | 'low_at'
  | 'low_days'
> & {
  readonly visibility: Extract<Visibility, 'everybody' | 'levels'>;
  readonly tiers: readonly { readonly min_quantity: number; readonly price: string }[];
};

const NONE: StockCount = { male: 0, female: 0, unspecified: 0 };

/** Products that a list has, by id, as they are offered now. */
async function readOffered({ db, clock }: Ctx, sales: SalesLookups): Promise<Map<bigint, Offered>> {
  const now = clock.now();
  const { rows } = await sql<Listed>`
    select id, price_micro, min_quantity, max_quantity, most_per_buyer, most_per_day, stock_display, visibility,
      level_ids, low_at, low_days, coalesce((
        select json_agg(json_build_object('min_quantity', tier.min_quantity, 'price', tier.price_micro::text)
          order by tier.min_quantity) from goods_price_tiers tier where tier.goods_id = goods.id), '[]') as tiers
    from goods where on_sale and visibility in ('everybody', 'levels')`.execute(db);
  const ids = rows.map(({ id }) => id);
  const counts = await countStock(db, ids);
  const promotions = await findPromotions(db, ids, now);
  const sold = await sales.countSold(db, ids, now);
  const display = await readSetting(db, 'stockDisplay');
  return new Map(
    rows.map((row) => {
      const count = counts.get(row.id) ?? NONE;
      const offer = presentOffer(row, { count, promotions: promotions.get(row.id) ?? [], display, now });
      const audience = { forEverybody: row.visibility === 'everybody', levelIds: row.level_ids };
      const told = JSON.stringify([offer, audience.forEverybody, audience.levelIds.map(String)]);
      const left = count.male + count.female + count.unspecified;
      return [
        row.id,
        {
          ...audience,
          offer,
          sha256: hash('sha256', told),
          left,
          isLow: isLow(left, sold.get(row.id)?.week ?? 0n, lowRuleOf(row)),
        },
      ];
    }),
  );
}

/** The product's own rule, else that what is left is sold within two days. */
const lowRuleOf = ({ low_at, low_days }: Listed) =>
  low_at === null && low_days === null ? { low_at: null, low_days: 2 } : { low_at, low_days };

type Facts = {
  readonly count: StockCount;
  readonly promotions: readonly ListedOffer[];
  readonly display: StockDisplay;
  readonly now: Date;
};

const presentOffer = (row: Listed, { count, promotions, display, now }: Facts): ChangedOffer => ({
  price: formatMicro(row.price_micro),
  price_tiers: row.tiers.map((tier) => ({ ...tier, price: formatMicro(BigInt(tier.price)) })),
  promotions: promotions
    .filter(({ startsAt }) => startsAt <= now)
    .toSorted((a, b) => Number(a.listId - b.listId))
    .map(({ tiers, endsAt }) => ({
      prices: tiers
        .toSorted((a, b) => a.minQuantity - b.minQuantity)
        .map((tier) => ({ min_quantity: tier.minQuantity, price: formatMicro(tier.priceMicro) })),
      ends_at: endsAt && endsAt.toISOString(),
    })),
  min_quantity: row.min_quantity,
  max_quantity: mostOf(row),
  ...showStock(count, row.stock_display ?? display, row.min_quantity),
});

async function findRows(db: Db, ids: readonly bigint[]): Promise<Map<bigint, ChangeRow>> {
  const rows = await db
    .selectFrom('goods_changes')
    .selectAll()
    .where(sql<boolean>`goods_id = any(${idArray(ids)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.goods_id, row]));
}

/** Gives the next numbers to those that are offered in another way. */
async function write(
  { db, clock }: Ctx,
  ids: readonly bigint[],
  current: ReadonlyMap<bigint, Offered>,
  before: ReadonlyMap<bigint, ChangeRow>,
  changed: ReadonlySet<bigint>,
): Promise<void> {
  const { last } = await db
    .selectFrom('goods_changes')
    .select(({ fn }) => fn.max<bigint | null>('number').as('last'))
    .executeTakeFirstOrThrow();
  let next = last ?? 0n;
  const now = clock.now();
  const rows = ids.map((id) => {
    const [is, was] = [current.get(id), before.get(id)];
    return {
      goods_id: id.toString(),
      number: (changed.has(id) ? (next += 1n) : was!.number).toString(),
      changed_at: (changed.has(id) ? now : was!.changed_at).toISOString(),
      offer: is?.offer ?? null,
      sha256: is?.sha256 ?? '',
      for_everybody: is?.forEverybody ?? false,
      level_ids: (is?.levelIds ?? []).map(String),
      was_for_everybody: (is?.forEverybody ?? false) || (was?.was_for_everybody ?? false),
      former_level_ids: [...new Set([...(is?.levelIds ?? []), ...(was?.former_level_ids ?? [])])].map(String),
      is_low: is?.isLow ?? false,
    };
  });
  await sql`
    insert into goods_changes select new.goods_id, new.number, new.changed_at, new.offer, new.sha256,
      new.for_everybody, new.level_ids, new.was_for_everybody, new.former_level_ids, new.is_low
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (
      goods_id bigint, number bigint, changed_at timestamptz, offer jsonb, sha256 text, for_everybody boolean,
      level_ids bigint[], was_for_everybody boolean, former_level_ids bigint[], is_low boolean)
    on conflict (goods_id) do update set number = excluded.number, changed_at = excluded.changed_at,
      offer = excluded.offer, sha256 = excluded.sha256, for_everybody = excluded.for_everybody,
      level_ids = excluded.level_ids, was_for_everybody = excluded.was_for_everybody,
      former_level_ids = excluded.former_level_ids, is_low = excluded.is_low`.execute(db);
}

/** How a product is offered, as it was last told. */
type GoodsChangesTable = {
  goods_id: bigint;
  number: bigint;
  changed_at: Date;
  /** Null while no list has it. */
  offer: ChangedOffer | null;
  /** Of the offer and who sees it; empty without one. */
  sha256: string;
  for_everybody: boolean;
  level_ids: bigint[];
  /** Whoever ever saw it is told that it is gone. */
  was_for_everybody: boolean;
  former_level_ids: bigint[];
  is_low: boolean;
};
type ChangeRow = Selectable<GoodsChangesTable>;

declare module '../../platform/db/db.ts' {
  interface Database {
    goods_changes: GoodsChangesTable;
  }
}
