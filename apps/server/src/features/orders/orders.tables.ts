import type { Gender, OrderStatus } from '@portside/contract';
import type { Generated } from 'kysely';

export type OrdersTable = {
  id: bigint;
  order_no: string;
  user_id: bigint;
  goods_id: bigint;
  quantity: number;
  gender: Gender;
  unit_price_micro: bigint;
  total_micro: bigint;
  status: OrderStatus;
  email: string;
  delivery_state: 'queued' | 'sent' | 'failed';
  resends: Generated<number>;
  idempotency_key: string;
  request_hash: bigint;
  created_at: Date;
  /** When the account data is due to be erased, and when it was. */
  accounts_delete_at: Date;
  accounts_deleted_at: Date | null;
  /** The product's warranty at the time of the sale. */
  warranty_hours: number;
  /** How many of the accounts were refunded. */
  refunded_quantity: Generated<number>;
};

/** The stock items [first_id, end_id) that an order took. */
type OrderRangesTable = { first_id: bigint; end_id: bigint; order_id: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    orders: OrdersTable;
    order_ranges: OrderRangesTable;
  }
}
