import { NativeSelect } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './data-table.module.css';
import type { TableColumn } from './table-column.ts';
import type { TableControls } from './use-table-address.ts';

type Props = {
  columns: readonly Pick<TableColumn<never>, 'key' | 'title'>[];
  controls: TableControls<never>;
};

/** Sort order for cards, which have no column headers. */
export function SortChoice({ columns, controls }: Props) {
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
