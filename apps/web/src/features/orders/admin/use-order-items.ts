import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pages } from '../../../lib/api/pages.ts';

const A_TIME = 500;

/** All accounts of an order, loaded page by page; `isWhole` once the last page is there. */
export function useOrderItems(orderNo: string) {
  const found = useInfiniteQuery(
    pages('listOrderItems', { params: { order_no: orderNo }, query: { limit: A_TIME } }),
  );
  const { hasNextPage, isFetching, isError, fetchNextPage } = found;
  const read = found.data?.pages.length ?? 0;
  useEffect(() => {
    if (read > 0 && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [read, hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    items: found.data?.pages.flatMap(({ items }) => items),
    total: found.data?.pages[0]?.total ?? 0,
    isWhole: found.data !== undefined && !hasNextPage,
    error: isError ? found.error : undefined,
    again: () => void (found.data ? fetchNextPage() : found.refetch()),
  };
}
