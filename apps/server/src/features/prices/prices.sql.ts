import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Texts } from '../goods/index.ts';

/** A group of buyers who pay less. */
type BuyerLevelsTable = {
  id: Generated<bigint>;
  name: JSONColumnType<Texts>;
  colour: string;
  discount_basis_points: Generated<number>;
  /** Reached by buying for so much; null: by hand only. */
  turnover_micro: bigint | null;
  /** In so many days; null: ever. */
  turnover_days: number | null;
  sort: Generated<number>;
};

/** What was proposed, by its hash. */
type ProposedPriceListsTable = { sha256: string; content: string; created_at: Date };

/** Prices for a level, for one buyer, or, as a promotion, for everybody, from `starts_at` to before `ends_at`. */
type PriceListsTable = {
  id: Generated<bigint>;
  name: string;
  kind: 'level' | 'buyer' | 'promotion';
  level_id: bigint | null;
  user_id: bigint | null;
  starts_at: Date;
  ends_at: Date | null;
  is_on: Generated<boolean>;
  created_at: Date;
};

/** What one account costs from this many on. */
type PriceListPricesTable = {
  list_id: bigint;
  goods_id: bigint;
  min_quantity: Generated<number>;
  price_micro: bigint;
};

export type CouponsTable = {
  id: Generated<bigint>;
  /** In capitals. */
  code: string;
  note: Generated<string>;
  kind: 'percent' | 'fixed';
  basis_points: number | null;
  amount_micro: bigint | null;
  min_total_micro: Generated<bigint>;
  max_discount_micro: bigint | null;
  /** Each empty for all. */
  goods_ids: Generated<bigint[]>;
  category_ids: Generated<bigint[]>;
  level_ids: Generated<bigint[]>;
  user_ids: Generated<bigint[]>;
  /** Only for a buyer who has ordered nothing yet. */
  first_order: Generated<boolean>;
  per_buyer: number | null;
  max_uses: number | null;
  uses: Generated<number>;
  /** Whether it comes on top of a price below the list's. */
  combinable: Generated<boolean>;
  starts_at: Date;
  ends_at: Date | null;
  is_on: Generated<boolean>;
  created_at: Date;
};

/** An order that a coupon made cheaper which each buyer may use so often. */
type CouponUsesTable = {
  order_id: bigint;
  coupon_id: bigint;
  user_id: bigint;
  discount_micro: bigint;
  at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    buyer_levels: BuyerLevelsTable;
    price_lists: PriceListsTable;
    price_list_prices: PriceListPricesTable;
    proposed_price_lists: ProposedPriceListsTable;
    coupons: CouponsTable;
    coupon_uses: CouponUsesTable;
  }
}

export type BuyerLevelRow = Selectable<BuyerLevelsTable>;
export type PriceListRow = Selectable<PriceListsTable>;
