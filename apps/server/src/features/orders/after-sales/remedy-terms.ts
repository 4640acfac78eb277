import { formatMicro } from '@portside/contract';
import type { OrderRow } from '../orders.sql.ts';
import { formatItemIds } from './item-ids.ts';

/**
 * A refund or replacement as its proposal stores it: the amount, at the order's price, as a decimal in USDT, the items
 * as `formatItemIds` writes them.
 */
export type RemedyTerms = {
  readonly order_no: string;
  readonly accounts: number;
  readonly amount: string;
  readonly items: string;
  readonly reason: string;
  /** The user's id. */
  readonly proposed_by: string;
};

/** The amount is the order’s price of these items, whatever they cost today. */
export const termsOfRemedy = (
  order: OrderRow,
  itemIds: readonly bigint[],
  { reason, proposedBy }: { readonly reason: string; readonly proposedBy: bigint },
): RemedyTerms => ({
  order_no: order.order_no,
  accounts: itemIds.length,
  amount: formatMicro(order.unit_price_micro * BigInt(itemIds.length)),
  items: formatItemIds(itemIds),
  reason,
  proposed_by: proposedBy.toString(),
});
