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
  | 'min_quantity'
  | 'max_quantity'
  | 'genders'
  | 'warranty_hours'
  | 'on_sale'
  | 'tiers'
>;

type OfferRow = Omit<Offer, 'id' | 'category_id' | 'price_micro' | 'tiers'> & {
  readonly id: string;
  readonly category_id: string;
  readonly price_micro: string;
  readonly tiers: readonly { readonly from: number; readonly price: string }[] | null;
};

/** By id, on sale or not; unknown ids are absent. */
export const offersOf = (goodsIds: readonly bigint[]): Query<OfferRow, Map<bigint, Offer>> =>
  query(
    sql`
      select id::text, category_id::text, name, description, price_micro::text, min_quantity, max_quantity, genders, warranty_hours,
        on_sale,
        (select json_agg(json_build_object('from', tier.min_quantity, 'price', tier.price_micro::text)
          order by tier.min_quantity) from goods_price_tiers tier where tier.goods_id = goods.id) as tiers
      from goods where id = any(${idArray(goodsIds)}::bigint[])`,
    (rows) => new Map(rows.map((row) => [BigInt(row.id), toOffer(row)] as const)),
  );

const toOffer = (row: OfferRow): Offer => ({
  ...row,
  id: BigInt(row.id),
  category_id: BigInt(row.category_id),
  price_micro: BigInt(row.price_micro),
  tiers: (row.tiers ?? []).map((tier) => ({ minQuantity: tier.from, priceMicro: BigInt(tier.price) })),
});
