import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import type { DeliveryFormat } from '@portside/contract';

/** Accounts on a page: ten thousand would freeze a phone, and take it minutes to load. */
export const PER_PAGE = 50;

/** They come first: a page of accounts with cookies takes a phone on a slow line ten seconds. */
const COME_FIRST = 8;

/**
 * One page, from 1, of the accounts of an order, and of those remedied: some at once, then all. They change only by
 * warranty claims, and are removed from memory with the last view of them. `rest`: what became of those that come later.
 */
export function useAccounts(orderNo: string, page = 1) {
  const after = (page - 1) * PER_PAGE;
  const first = useQuery(partOf(orderNo, after, COME_FIRST));
  const known = first.isPlaceholderData ? undefined : first.data;
  const hasMore = known && Math.max(known.total, known.remedied_total) > after + COME_FIRST;
  const rest = useQuery({
    ...partOf(orderNo, after + COME_FIRST, PER_PAGE - COME_FIRST),
    enabled: hasMore === true,
  });
  const more = rest.isPlaceholderData === first.isPlaceholderData ? rest.data : undefined;
  const data = first.data && {
    ...first.data,
    items: [...first.data.items, ...(more?.items ?? [])],
    remedied_items: [...first.data.remedied_items, ...(more?.remedied_items ?? [])],
  };
  const later = hasMore === true && more === undefined ? (rest.isError ? 'failed' : 'pending') : null;
  const failed = first.isError ? first : rest;
  return { data, isError: failed.isError, refetch: failed.refetch, rest: later } as const;
}

const partOf = (orderNo: string, after: number, limit: number) => ({
  ...query('readAccounts', { params: { order_no: orderNo }, query: { format: 'json', limit, after } }),
  placeholderData: keepPreviousData,
  staleTime: Infinity,
  gcTime: 0,
});

/** A summary of all accounts of an order. The server reads every one for it, so it is asked for when it is needed. */
export const surveyOf = (orderNo: string) => ({
  ...query('surveyAccounts', { params: { order_no: orderNo } }, { isQuiet: true }),
  staleTime: Infinity,
});

/** The buyer's saved format; null without one or if it cannot be read, undefined while loading. */
export function useDeliveryFormat(): DeliveryFormat | null | undefined {
  const { data, isError } = useQuery(query('readDeliveryFormat', {}, { isQuiet: true }));
  return data === undefined && isError ? null : data;
}
