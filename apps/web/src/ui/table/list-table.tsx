import { useState, type ComponentProps, type ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import type { TablePage, TableColumn } from './table-column.ts';
import { Button, Checkbox, Popover } from '@mantine/core';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import classes from './data-table.module.css';
import { ExportButton } from './export-button.tsx';
import { SavedViews } from './saved-views.tsx';
import type { TableControls } from './table-address.ts';
import { IconColumns3, IconFilter } from '@tabler/icons-react';
import { useIsPhone } from '../../lib/browser/current-area.ts';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';

type Tools = Pick<ComponentProps<typeof TableTools>, 'exportOf' | 'onExport' | 'buttons'>;
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
    /** The filter's fields. */
    children: ReactNode;
  };

/** A list of the back office: filter, column choice, download, and the rows below them. */
export function ListTable<T>({ list, exportOf, onExport, buttons, between, children, ...rows }: Props<T>) {
  const { name, columns, controls } = rows;
  return (
    <>
      <TableTools
        name={name}
        columns={columns}
        controls={controls}
        exportOf={exportOf}
        onExport={onExport}
        buttons={buttons}
      >
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
  /** Filter fields; folded on phones. */
  children: ReactNode;
  /** What else can be done here: always in sight. */
  buttons?: ReactNode;
  /** The export endpoint and the action that downloads it. */
  exportOf: ComponentProps<typeof ExportButton>['of'];
  onExport: ComponentProps<typeof ExportButton>['onExport'];
};

/** The bar above a table: filters, reset, columns and download. */
function TableTools({ name, columns, controls, children, buttons, onExport, exportOf }: TableToolsProps) {
  const { t } = useTranslation('admin');
  const isPhone = useIsPhone();
  // What is filtered by stays in sight.
  const [isOpen, setIsOpen] = useState(controls.isFiltered);
  return (
    <search className={classes.tools}>
      {isPhone && buttons}
      {isPhone && (
        <Button
          variant="default"
          size="sm"
          aria-expanded={isOpen}
          leftSection={<IconFilter size={16} stroke={1.7} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('table.filters')}
        </Button>
      )}
      <div className={classes.filters} hidden={isPhone && !isOpen}>
        {children}
        {controls.isFiltered && (
          <Button variant="subtle" size="sm" onClick={controls.reset}>
            {t('table.reset')}
          </Button>
        )}
        {!isPhone && buttons}
      </div>
      <div className={classes.actions}>
        <SavedViews table={name} controls={controls} />
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

type ChosenBarProps = {
  /** How many rows are chosen. */
  number: number;
  onNone: () => void;
  /** What can be done with them. */
  children: ReactNode;
};

/** Between filter and rows: what can be done with the chosen ones. */
export function ChosenBar({ number, onNone, children }: ChosenBarProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <div className={classes.bulk}>
      <strong aria-live="polite">{t('goods.chosen', { number: number.toLocaleString(language) })}</strong>
      {children}
      <Button size="xs" variant="subtle" onClick={onNone}>
        {t('goods.chooseNone')}
      </Button>
    </div>
  );
}
