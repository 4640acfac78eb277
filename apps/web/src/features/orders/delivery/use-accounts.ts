import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';

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
