import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './data-list.module.css';
import { FailedState } from '../messages/empty-state.tsx';

export type Column<T> = {
  key: string;
  title: string;
  /** Hides the title visually where the cells need none; screen readers still get it. */
  isTitleHidden?: boolean;
  render: (row: T) => ReactNode;
  /** Numbers are aligned at the end. */
  align?: 'end';
  /** Left out of a table that is narrower than all of its columns. */
  isExtra?: boolean;
  /** On a phone: the card's heading, or a full-width line without its title. */
  onCard?: 'heading' | 'wide';
};

type Props<T> = {
  /** Names the table for screen readers. */
  label: string;
  columns: Column<T>[];
  /** undefined while loading. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  empty: ReactNode;
  hasFailed?: boolean;
  onRetry?: () => void;
  /** Absent on the last page. */
  onMore?: (() => void) | undefined;
  isLoadingMore?: boolean;
  skeletonRows?: number;
};

/** A table on wide screens, cards on phones. Explicit ARIA roles keep table semantics when CSS changes the layout. */
export function DataList<T>(props: Props<T>) {
  const { label, columns, rows, rowKey, empty, hasFailed, onRetry, onMore, isLoadingMore } = props;
  const { t } = useTranslation();
  // A failed refresh or next page does not hide the rows already loaded.
  if (hasFailed && onRetry && !rows) return <FailedState onRetry={onRetry} />;
  if (rows?.length === 0) return empty;

  return (
    <div className={classes.list}>
      <table className={classes.table} role="table" aria-label={label} aria-busy={rows === undefined}>
        <thead className={classes.head} role="rowgroup">
          <tr role="row">
            {columns.map(({ key, title, isTitleHidden, isExtra, align }) => (
              <th key={key} role="columnheader" scope="col" data-align={align} data-extra={isExtra}>
                {isTitleHidden ? <span className="visually-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows?.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ key, title, isExtra, align, onCard, render }) => (
                <td
                  key={key}
                  role="cell"
                  data-label={title}
                  data-align={align}
                  data-extra={isExtra}
                  data-on-card={onCard}
                >
                  {render(row)}
                </td>
              ))}
            </tr>
          )) ?? <SkeletonRows columns={columns.length} rows={props.skeletonRows ?? 6} />}
        </tbody>
      </table>
      {onMore && (
        <Button variant="subtle" loading={isLoadingMore === true} onClick={onMore} className={classes.more}>
          {t('shell.loadMore')}
        </Button>
      )}
    </div>
  );
}

const SkeletonRows = ({ columns, rows }: { columns: number; rows: number }) =>
  Array.from({ length: rows }, (_, row) => (
    <tr key={row} role="row">
      <td role="cell" colSpan={columns}>
        <Skeleton height={14} width={`${72 + ((row * 3) % 4) * 9}%`} />
      </td>
    </tr>
  ));

type Shown<T> = Omit<Props<T>, 'rows' | 'hasFailed' | 'onRetry' | 'onMore' | 'isLoadingMore'>;

type PagedProps<T> = Shown<T> & {
  /** The result of `useInfiniteQuery` for a paged list. */
  list: {
    readonly data: { readonly pages: readonly { readonly items: readonly T[] }[] } | undefined;
    readonly isError: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    refetch(): Promise<unknown>;
    fetchNextPage(): Promise<unknown>;
  };
};

/** A list that loads one more page each time the reader asks for more. */
export const PagedList = <T,>({ list, ...shown }: PagedProps<T>) => (
  <DataList<T>
    {...shown}
    rows={list.data?.pages.flatMap(({ items }) => items)}
    hasFailed={list.isError}
    onRetry={() => void list.refetch()}
    onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
    isLoadingMore={list.isFetchingNextPage}
  />
);
