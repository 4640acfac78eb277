import type { DeliveryFormat } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';

/** The buyer's saved format, null without one; undefined while it loads. Where it cannot be read, as without one. */
export function useDeliveryFormat(): DeliveryFormat | null | undefined {
  const { data, isError } = useQuery(query('readDeliveryFormat', {}, { isQuiet: true }));
  return data === undefined && isError ? null : data;
}
