import { UnstyledButton, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './data-table.module.css';
import type { TableControls } from './table-address.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { TableColumn } from './table-column.ts';

type Props = {
  column: string;
  title: string;
  /** Numbers sort descending first. */
  isFigure: boolean;
  controls: TableControls<never>;
};

const ICONS = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown };

/** A column title that cycles through both sort directions and the default order. */
export function SortHeader({ column, title, isFigure, controls }: Props) {
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
