import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';

export type FigureBuildsTable = {
  id: Generated<number>;
  time_zone: string;
  /** It has caught up once, so that whoever reads it has little to add. */
  is_ready: Generated<boolean>;
  folded_movement: Generated<bigint>;
  folded_user: Generated<bigint>;
  marked_movement: Generated<bigint>;
  marked_user: Generated<bigint>;
  waits_for: Generated<string[]>;
};

/** What the sums of a day are by: everything, product, or agent. */
export type SalesBy = 'all' | 'goods' | 'agent';

export type SalesByDayTable = {
  build_id: number;
  by: SalesBy;
  day: string;
  key: bigint;
  orders: bigint;
  items: bigint;
  amount_micro: bigint;
  refunds: bigint;
  refunded_micro: bigint;
  commission_micro: bigint;
};

export type DepositsByDayTable = {
  build_id: number;
  day: string;
  network: Network;
  deposits: bigint;
  amount_micro: bigint;
};

export type UsersByDayTable = { build_id: number; day: string; users: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    figure_builds: FigureBuildsTable;
    sales_by_day: SalesByDayTable;
    deposits_by_day: DepositsByDayTable;
    users_by_day: UsersByDayTable;
  }
}
