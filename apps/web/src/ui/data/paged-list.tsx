import type { ComponentProps } from 'react';
import { DataList } from './data-list.tsx';

type Shown<T> = Omit<
  ComponentProps<typeof DataList<T>>,
  'rows' | 'hasFailed' | 'onRetry' | 'onMore' | 'isLoadingMore'
>;

type Props<T> = Shown<T> & {
  /** As `useInfiniteQuery` answers a list's `pages`. */
  list: {
    readonly data: { readonly pages: readonly { readonly items: readonly T[] }[] } | undefined;
    readonly isError: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    refetch(): Promise<unknown>;
    fetchNextPage(): Promise<unknown>;
  };
};

/** A list that grows by a page each time its reader asks for more. */
export const PagedList = <T,>({ list, ...shown }: Props<T>) => (
  <DataList<T>
    {...shown}
    rows={list.data?.pages.flatMap(({ items }) => items)}
    hasFailed={list.isError}
    onRetry={() => void list.refetch()}
    onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
    isLoadingMore={list.isFetchingNextPage}
  />
);
