import type { OrderRow } from './orders.sql.ts';

const HOUR_MS = 3_600_000;

/** Until when dead accounts can be claimed: the warranty of the sale, but not beyond their texts; null for none. */
export function claimsUntil(
  order: Pick<OrderRow, 'warranty_hours' | 'created_at' | 'accounts_delete_at'>,
): Date | null {
  if (order.warranty_hours === 0) return null;
  const end = order.created_at.getTime() + order.warranty_hours * HOUR_MS;
  return new Date(Math.min(end, order.accounts_delete_at.getTime()));
}
