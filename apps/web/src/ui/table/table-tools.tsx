import { Button } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { ColumnChoice } from './column-choice.tsx';
import classes from './data-table.module.css';
import type { TableColumn } from './table-column.ts';
import { ExportButton } from './export-button.tsx';
import type { TableControls } from './use-table-address.ts';

type Props = {
  name: string;
  columns: readonly Pick<TableColumn<never>, 'key' | 'title' | 'isExtra'>[];
  controls: TableControls<never>;
  /** Filter fields. */
  children: ReactNode;
  /** The export endpoint and the action that downloads it. */
  exportOf: ComponentProps<typeof ExportButton>['of'];
  onExport: () => Promise<void>;
};

/** The bar above a table: filters, reset, columns and download. */
export function TableTools({ name, columns, controls, children, onExport, exportOf }: Props) {
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
