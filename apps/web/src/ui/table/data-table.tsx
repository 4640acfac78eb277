import { useMediaQuery } from '@mantine/hooks';
import { clsx } from 'clsx';
import { DataTable as Grid, type DataTableColumn } from 'mantine-datatable';
import 'mantine-datatable/styles.layer.css';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { LoadFailure } from '../messages/empty-state.tsx';
import classes from './data-table.module.css';
import type { TableColumn, TablePage } from './table-column.ts';
import { type TableControls, PAGE_SIZES } from './table-address.ts';
import { ActionIcon, NativeSelect, UnstyledButton, Checkbox } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
} from '@tabler/icons-react';
import { useEffect, useRef, useId } from 'react';

type Props<T> = {
  /** Key of the table's column choice in the browser's storage. */
  name: string;
  label: string;
  columns: readonly TableColumn<T>[];
  /** undefined while the first page loads. */
  page: TablePage<T> | undefined;
  isFetching: boolean;
  hasFailed: boolean;
  /** The cause of the failure. */
  error?: unknown;
  onRetry: () => void;
  controls: TableControls<never>;
  rowKey: (row: T) => string;
  onOpen?: (row: T) => void;
  selection?: { rows: T[]; onChange: (rows: T[]) => void };
};

const SPACING = { small: 4, default: 9, large: 15 } as const;

/**
 * The back office's table, as cards on a phone. Searching, sorting and paging happen on the server; the URL keeps
 * their state.
 */
export function DataTable<T>(props: Props<T>) {
  const { name, label, columns, page, isFetching, hasFailed, controls, rowKey, onOpen, selection } = props;
  const { t } = useTranslation('admin');
  const size = useStored((s) => s.size);
  const choice = useStored((s) => s.tableColumns[name]);
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false });
  const isDense = useMediaQuery('(max-width: 100em)', false, { getInitialValueInEffect: false });
  if (hasFailed && !page) return <LoadFailure error={props.error} onRetry={props.onRetry} />;

  const isGone = ({ isExtra, isRoomy }: TableColumn<T>) => isExtra || (isRoomy && isNarrow && !isPhone);
  const shown = columns.filter((column) => choice?.[column.key] ?? !isGone(column));
  if (isPhone && page && page.items.length > 0)
    return (
      <div className={classes.frame} aria-busy={isFetching}>
        <SortChoice columns={shown} controls={controls} />
        <CardRows
          label={label}
          columns={shown}
          rows={page.items}
          rowKey={rowKey}
          onOpen={onOpen}
          selection={selection}
          spacing={SPACING[size]}
        />
        <TableFooter page={page} controls={controls} />
      </div>
    );
  return (
    <div className={classes.frame}>
      <Grid<T>
        aria-label={label}
        className={classes.grid!}
        classNames={{ header: classes.header!, table: classes.table! }}
        idAccessor={(row) => rowKey(row)}
        records={page ? [...page.items] : []}
        columns={shown.map((column, index) =>
          toGridColumn(column, controls, index === 0 ? onOpen : undefined),
        )}
        fetching={isFetching}
        loaderType="dots"
        minHeight={page?.items.length ? 0 : 260}
        verticalSpacing={SPACING[size]}
        horizontalSpacing={isDense ? 'xs' : 'sm'}
        fz="sm"
        // On a phone the grid is used for empty lists only, so it needs no header.
        noHeader={isPhone}
        pinFirstColumn
        // Keyboards scroll it by its rows, or by the viewport itself where rows do not open.
        scrollAreaProps={{ viewportProps: { tabIndex: onOpen && page?.items.length ? -1 : 0 } }}
        highlightOnHover={onOpen !== undefined}
        noRecordsText={page === undefined ? '' : t(emptyText(page, controls))}
        {...(onOpen && {
          onRowClick: ({ record, event }) => {
            if (!isOwnControl(event.target)) onOpen(record);
          },
        })}
        {...(selection && {
          selectedRecords: selection.rows,
          onSelectedRecordsChange: selection.onChange,
          selectionTrigger: 'cell' as const,
        })}
        rowClassName={clsx(onOpen && classes.opens)}
      />
      <TableFooter page={page} controls={controls} />
    </div>
  );
}

/** A click on a link or control inside a row does not open the row. */
const isOwnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

/** A search has a time limit, so a page may end before anything was found. */
const emptyText = (page: TablePage<unknown>, controls: TableControls<never>) => {
  if (page.next_cursor !== null) return 'table.nothingYet';
  return controls.isFiltered ? 'table.nothingFound' : 'table.nothing';
};

/** A row opens by a click anywhere, or by the button in its first cell. */
const toGridColumn = <T,>(
  { key, title, render, align }: TableColumn<T>,
  controls: TableControls<never>,
  onOpen: ((row: T) => void) | undefined,
): DataTableColumn<T> => ({
  accessor: key,
  title: controls.sortable.includes(key) ? (
    <SortHeader column={key} title={title} isFigure={align === 'end'} controls={controls} />
  ) : (
    title
  ),
  render: (row) =>
    onOpen ? (
      <button type="button" className={classes.open} onClick={() => onOpen(row)}>
        {render(row)}
      </button>
    ) : (
      render(row)
    ),
  textAlign: align === 'end' ? 'right' : 'left',
});

type TableFooterProps = { page: TablePage<unknown> | undefined; controls: TableControls<never> };

/** Which rows are shown, the total where it is known, and paging. */
function TableFooter({ page, controls }: TableFooterProps) {
  const { t } = useTranslation('admin');
  const { address, previous, first, next, showRows } = controls;
  const cursor = page?.next_cursor ?? null;
  return (
    <div className={classes.footer}>
      <Shown page={page} before={controls.before} />
      <NativeSelect
        size="xs"
        aria-label={t('table.rows')}
        title={t('table.rows')}
        data={PAGE_SIZES.map(String)}
        value={String(address.limit)}
        onChange={({ currentTarget }) => showRows(Number(currentTarget.value))}
      />
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('table.first')}
          disabled={!first}
          onClick={first}
        >
          <IconChevronsLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('table.previous')}
          disabled={!previous}
          onClick={previous}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('table.next')}
          disabled={cursor === null}
          onClick={() => cursor !== null && next(cursor)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </ActionIcon.Group>
    </div>
  );
}

function Shown({ page, before }: { page: TablePage<unknown> | undefined; before: number | undefined }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (!page || page.items.length === 0 || before === undefined) return <span className={classes.shown} />;
  const figure = (value: number) => value.toLocaleString(language);
  const range = { from: figure(before + 1), to: figure(before + page.items.length) };
  return (
    <span className={`${classes.shown} figures`} aria-live="polite">
      {page.total === null
        ? t('table.shown', range)
        : t('table.shownOf', { ...range, total: figure(page.total) })}
    </span>
  );
}

type SortHeaderProps = {
  column: string;
  title: string;
  /** Numbers sort descending first. */
  isFigure: boolean;
  controls: TableControls<never>;
};

const ICONS = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown };

/** A column title that cycles through both sort directions and the default order. */
export function SortHeader({ column, title, isFigure, controls }: SortHeaderProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { sort } = controls.address;
  const state = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
  // The header cell belongs to the table library, which does not set aria-sort.
  useEffect(() => {
    const cell = button.current?.closest('th');
    cell?.setAttribute('aria-sort', state);
    return () => cell?.removeAttribute('aria-sort');
  }, [state]);
  const ways = isFigure ? [`-${column}`, column, ''] : [column, `-${column}`, ''];
  const Icon = ICONS[state];
  return (
    <UnstyledButton
      ref={button}
      className={classes.sort}
      data-sorted={state !== 'none'}
      onClick={() => controls.sortBy(ways[ways.indexOf(sort) + 1] ?? ways[0]!)}
    >
      {title}
      <Icon size={14} stroke={1.8} aria-hidden />
    </UnstyledButton>
  );
}

type SortChoiceProps = {
  columns: readonly Pick<TableColumn<never>, 'key' | 'title'>[];
  controls: TableControls<never>;
};

/** Sort order for cards, which have no column headers. */
export function SortChoice({ columns, controls }: SortChoiceProps) {
  const { t } = useTranslation('admin');
  const sortable = columns.filter(({ key }) => controls.sortable.includes(key));
  if (sortable.length === 0) return null;
  const ways = sortable.flatMap(({ key, title }) => [
    { value: key, label: t('table.ascending', { field: title }) },
    { value: `-${key}`, label: t('table.descending', { field: title }) },
  ]);
  return (
    <NativeSelect
      className={classes.order}
      size="sm"
      label={t('table.sortBy')}
      data={[{ value: '', label: t('table.ownOrder') }, ...ways]}
      value={controls.address.sort}
      onChange={({ currentTarget }) => controls.sortBy(currentTarget.value)}
    />
  );
}

type CardRowsProps<T> = {
  label: string;
  /** The first column is the card's heading. */
  columns: readonly TableColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  onOpen?: ((row: T) => void) | undefined;
  selection?: { rows: T[]; onChange: (rows: T[]) => void } | undefined;
  /** Vertical padding of a card, in pixels. */
  spacing: number;
};

/** A table's rows as cards, for phones. */
export function CardRows<T>({ label, columns, rows, rowKey, onOpen, selection, spacing }: CardRowsProps<T>) {
  const id = useId();
  const [heading, ...others] = columns;
  const chosen = new Set(selection?.rows.map(rowKey));
  const choose = (row: T, isChosen: boolean) =>
    selection?.onChange(
      isChosen ? [...selection.rows, row] : selection.rows.filter((one) => rowKey(one) !== rowKey(row)),
    );
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card} style={{ paddingBlock: spacing + 6 }}>
          <div className={classes.heading}>
            {selection && (
              <Checkbox
                size="sm"
                className={classes.cardChoice}
                aria-labelledby={`${id}-${rowKey(row)}`}
                checked={chosen.has(rowKey(row))}
                onChange={({ currentTarget }) => choose(row, currentTarget.checked)}
              />
            )}
            {onOpen ? (
              <button
                id={`${id}-${rowKey(row)}`}
                type="button"
                className={classes.cardOpen}
                onClick={() => onOpen(row)}
              >
                {heading?.render(row)}
              </button>
            ) : (
              <span id={`${id}-${rowKey(row)}`}>{heading?.render(row)}</span>
            )}
          </div>
          <dl className={classes.facts}>
            {others.map(({ key, title, render }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
