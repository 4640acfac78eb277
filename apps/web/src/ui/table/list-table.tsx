import type { ComponentProps, ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import type { TablePage } from './table-column.ts';
import { TableTools } from './table-tools.tsx';

type Tools = Pick<ComponentProps<typeof TableTools>, 'exportOf' | 'onExport'>;
type Rows<T> = Pick<
  ComponentProps<typeof DataTable<T>>,
  'name' | 'label' | 'columns' | 'controls' | 'rowKey' | 'onOpen' | 'selection'
>;

type Props<T> = Rows<T> &
  Tools & {
    /** The result of `usePage`. */
    list: {
      readonly data: TablePage<T> | undefined;
      readonly isFetching: boolean;
      readonly isError: boolean;
      readonly error: unknown;
      refetch(): Promise<unknown>;
    };
    /** Between the filter and the rows. */
    between?: ReactNode;
    /** The filter's fields, and buttons beside them. */
    children: ReactNode;
  };

/** A list of the back office: filter, column choice, download, and the rows below them. */
export function ListTable<T>({ list, exportOf, onExport, between, children, ...rows }: Props<T>) {
  const { name, columns, controls } = rows;
  return (
    <>
      <TableTools name={name} columns={columns} controls={controls} exportOf={exportOf} onExport={onExport}>
        {children}
      </TableTools>
      {between}
      <DataTable<T>
        {...rows}
        page={list.data}
        isFetching={list.isFetching}
        hasFailed={list.isError}
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    </>
  );
}
