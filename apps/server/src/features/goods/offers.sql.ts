import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import { query, type Query } from '../../platform/db/pipeline.ts';
import type { GoodsRow } from './goods.sql.ts';

/** What an order needs of a product. */
export type Offer = Pick<
  GoodsRow,
  | 'id'
  | 'category_id'
  | 'name'
  | 'description'
  | 'price_micro'
  | 'floor_micro'
  | 'cost_micro'
  | 'min_quantity'
  | 'max_quantity'
  | 'genders'
  | 'warranty_hours'
  | 'on_sale'
  | 'visibility'
  | 'link_key'
  | 'level_ids'
  | 'most_per_buyer'
  | 'most_per_day'
  | 'tiers'
> & {
  /** Of a product in a subcategory. */
  readonly parent_category_id?: bigint | null;
};

type OfferRow = Omit<
  Offer,
  | 'id'
  | 'category_id'
  | 'parent_category_id'
  | 'price_micro'
  | 'floor_micro'
  | 'cost_micro'
  | 'level_ids'
  | 'tiers'
> & {
  readonly id: string;
  readonly category_id: string;
  readonly parent_category_id: string | null;
  readonly price_micro: string;
  readonly floor_micro: string | null;
  readonly cost_micro: string | null;
  readonly level_ids: readonly string[];
  readonly tiers: readonly { readonly from: number; readonly price: string }[] | null;
};

/** By id, on sale or not; unknown ids are absent. */
export const offersOf = (goodsIds: readonly bigint[]): Query<OfferRow, Map<bigint, Offer>> =>
  query(
    sql`
      select id::text, category_id::text,
        (select parent_id::text from categories where categories.id = goods.category_id) as parent_category_id,
        name, description, price_micro::text, floor_micro::text, cost_micro::text, min_quantity, max_quantity, genders, warranty_hours, on_sale, visibility, link_key, level_ids::text[],
        most_per_buyer, most_per_day,
        (select json_agg(json_build_object('from', tier.min_quantity, 'price', tier.price_micro::text)
          order by tier.min_quantity) from goods_price_tiers tier where tier.goods_id = goods.id) as tiers
      from goods where id = any(${idArray(goodsIds)}::bigint[])`,
    (rows) => new Map(rows.map((row) => [BigInt(row.id), toOffer(row)] as const)),
  );

const toOffer = (row: OfferRow): Offer => ({
  ...row,
  id: BigInt(row.id),
  category_id: BigInt(row.category_id),
  parent_category_id: row.parent_category_id === null ? null : BigInt(row.parent_category_id),
  price_micro: BigInt(row.price_micro),
  floor_micro: row.floor_micro === null ? null : BigInt(row.floor_micro),
  cost_micro: row.cost_micro === null ? null : BigInt(row.cost_micro),
  level_ids: row.level_ids.map(BigInt),
  tiers: (row.tiers ?? []).map((tier) => ({ minQuantity: tier.from, priceMicro: BigInt(tier.price) })),
});

/** The last part of the address of a product that only a link leads to: its id and its key. Null of others. */
export const linkSlug = ({
  id,
  visibility,
  link_key,
}: Pick<Offer, 'id' | 'visibility' | 'link_key'>): string | null =>
  visibility === 'link' ? `${id}-${link_key}` : null;

type Reader = {
  /** Null for visitors, and without a level. */
  readonly levelId: bigint | null;
  /** The key in the link that they came by. */
  readonly linkKey?: string | null | undefined;
};

/** Whether whoever this is sees the product and may order it. */
export const isFor = (
  { visibility, link_key, level_ids: levels }: Pick<Offer, 'visibility' | 'link_key' | 'level_ids'>,
  { levelId, linkKey }: Reader,
): boolean =>
  visibility === 'everybody' ||
  (visibility === 'link' && linkKey === link_key) ||
  (visibility === 'levels' && levelId !== null && levels.includes(levelId));
