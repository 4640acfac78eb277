import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';

export type RollupsTable = {
  id: Generated<number>;
  time_zone: string;
  /** It has caught up once, so that readers have little to add. */
  is_ready: Generated<boolean>;
  rolled_up_movement: Generated<bigint>;
  rolled_up_user: Generated<bigint>;
  marked_movement: Generated<bigint>;
  marked_user: Generated<bigint>;
  waits_for: Generated<string[]>;
  /** Up to which movement `sold_goods` counts. A version from before it was counted leaves it behind. */
  sold_goods_movement: Generated<bigint>;
  /** The same for `sales_by_month`. */
  sales_by_month_movement: Generated<bigint>;
};

/** What a day's totals are grouped by: nothing, product or agent. */
export type SalesBy = 'all' | 'goods' | 'agent';

type SalesSums = {
  rollup_id: number;
  by: SalesBy;
  key: bigint;
  orders: bigint;
  items: bigint;
  amount_micro: bigint;
  refunds: bigint;
  refunded_micro: bigint;
  commission_micro: bigint;
};

type SalesByDayTable = SalesSums & { day: string };

/** The sums of the days of each month; `month` is its first day. */
type SalesByMonthTable = SalesSums & { month: string };

/** Accounts of a product ever sold, as far as they are rolled up. */
type SoldGoodsTable = { rollup_id: number; goods_id: bigint; items: bigint };

type DepositsByDayTable = {
  rollup_id: number;
  day: string;
  network: Network;
  deposits: bigint;
  amount_micro: bigint;
};

type UsersByDayTable = { rollup_id: number; day: string; users: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    rollups: RollupsTable;
    sales_by_day: SalesByDayTable;
    sales_by_month: SalesByMonthTable;
    sold_goods: SoldGoodsTable;
    deposits_by_day: DepositsByDayTable;
    users_by_day: UsersByDayTable;
  }
}
