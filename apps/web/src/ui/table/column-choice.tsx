import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';
import classes from './data-table.module.css';
import type { TableColumn } from './table-column.ts';

type Props = { name: string; columns: readonly Pick<TableColumn<never>, 'key' | 'title' | 'isExtra'>[] };

/** Chooses the columns of a table, remembered in this browser. The first column is always shown. */
export function ColumnChoice({ name, columns }: Props) {
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
