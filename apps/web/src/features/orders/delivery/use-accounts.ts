import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import type { DeliveryFormat } from '@portside/contract';

/** Accounts on a page: ten thousand would freeze a phone, and take it minutes to load. */
export const PER_PAGE = 50;

/**
 * One page, from 1, of the accounts of an order, and of those remedied. They change only by warranty claims, and are
 * removed from memory with the last view of them.
 */
export const useAccounts = (orderNo: string, page = 1) =>
  useQuery({
    ...query('readAccounts', {
      params: { order_no: orderNo },
      query: { format: 'json', limit: PER_PAGE, after: (page - 1) * PER_PAGE },
    }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });

/** What there is to know of all accounts of an order; the server reads them all for it. */
export const useSurvey = (orderNo: string) =>
  useQuery({
    ...query('surveyAccounts', { params: { order_no: orderNo } }, { isQuiet: true }),
    staleTime: Infinity,
  });

/** The buyer's saved format, null without one; undefined while it loads. Where it cannot be read, as without one. */
export function useDeliveryFormat(): DeliveryFormat | null | undefined {
  const { data, isError } = useQuery(query('readDeliveryFormat', {}, { isQuiet: true }));
  return data === undefined && isError ? null : data;
}
