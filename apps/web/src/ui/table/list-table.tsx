import type { ComponentProps, ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import type { TablePage, TableColumn } from './table-column.ts';
import { Button, Checkbox, Popover } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './data-table.module.css';
import { ExportButton } from './export-button.tsx';
import type { TableControls } from './table-address.ts';
import { IconColumns3 } from '@tabler/icons-react';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';

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

type TableToolsProps = {
  name: string;
  columns: readonly Pick<TableColumn<never>, 'key' | 'title' | 'isExtra'>[];
  controls: TableControls<never>;
  /** Filter fields. */
  children: ReactNode;
  /** The export endpoint and the action that downloads it. */
  exportOf: ComponentProps<typeof ExportButton>['of'];
  onExport: ComponentProps<typeof ExportButton>['onExport'];
};

/** The bar above a table: filters, reset, columns and download. */
function TableTools({ name, columns, controls, children, onExport, exportOf }: TableToolsProps) {
  const { t } = useTranslation('admin');
  return (
    <search className={classes.tools}>
      <div className={classes.filters}>
        {children}
        {controls.isFiltered && (
          <Button variant="subtle" size="sm" onClick={controls.reset}>
            {t('table.reset')}
          </Button>
        )}
      </div>
      <div className={classes.actions}>
        <ColumnChoice name={name} columns={columns} />
        <ExportButton of={exportOf} onExport={onExport} />
      </div>
    </search>
  );
}

type ColumnChoiceProps = {
  name: string;
  columns: readonly Pick<TableColumn<never>, 'key' | 'title' | 'isExtra'>[];
};

/** Chooses the columns of a table, remembered in this browser. The first column is always shown. */
function ColumnChoice({ name, columns }: ColumnChoiceProps) {
  const { t } = useTranslation('admin');
  const choice = useStored((s) => s.tableColumns[name]);
  const show = (key: string, isShown: boolean) => {
    const { tableColumns } = storedState();
    updateStored({ tableColumns: { ...tableColumns, [name]: { ...tableColumns[name], [key]: isShown } } });
  };
  return (
    <Popover position="bottom-end" shadow="md" radius="md" trapFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} stroke={1.7} />}>
          {t('table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.choice}>
        {columns.slice(1).map(({ key, title, isExtra }) => (
          <Checkbox
            key={key}
            size="sm"
            label={title}
            checked={choice?.[key] ?? !isExtra}
            onChange={({ currentTarget }) => show(key, currentTarget.checked)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
