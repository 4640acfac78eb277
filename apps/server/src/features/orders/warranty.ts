import type { OrderRow } from './orders.sql.ts';

const HOUR_MS = 3_600_000;

/**
 * When the warranty of an order ends: after the hours it was sold with, but not after its account data is due to be
 * erased. Null where it has none.
 */
export function warrantyEndOf(
  order: Pick<OrderRow, 'warranty_hours' | 'created_at' | 'accounts_delete_at'>,
): Date | null {
  if (order.warranty_hours === 0) return null;
  const end = order.created_at.getTime() + order.warranty_hours * HOUR_MS;
  return new Date(Math.min(end, order.accounts_delete_at.getTime()));
}
