import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import type { DeliveryFormat } from '@portside/contract';

/**
 * The accounts of an order. They change only by warranty claims, and are removed from memory with the last view of
 * them.
 */
export const useAccounts = (orderNo: string, isWanted = true) =>
  useQuery({
    ...query('readAccounts', { params: { order_no: orderNo }, query: { format: 'json' } }),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
  });

/** The buyer's saved format, null without one; undefined while it loads. Where it cannot be read, as without one. */
export function useDeliveryFormat(): DeliveryFormat | null | undefined {
  const { data, isError } = useQuery(query('readDeliveryFormat', {}, { isQuiet: true }));
  return data === undefined && isError ? null : data;
}
