import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useThrottledAction } from '../../lib/throttled-action.ts';
import { ThrottledButton } from '../throttled-button.tsx';
import { ColumnChoice } from './column-choice.tsx';
import classes from './data-table.module.css';
import type { TableColumn } from './data-table.tsx';
import type { TableControls } from './use-table-address.ts';

type Props = {
  name: string;
  columns: readonly Pick<TableColumn<never>, 'key' | 'title' | 'isExtra'>[];
  controls: TableControls<never>;
  /** The filter's fields. */
  children: ReactNode;
  onExport?: () => Promise<void>;
};

/** What stands above a table: its filter, reset, columns and download. */
export function TableTools({ name, columns, controls, children, onExport }: Props) {
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
        {onExport && <ExportButton onExport={onExport} />}
      </div>
    </search>
  );
}

function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const { t } = useTranslation('admin');
  const action = useThrottledAction(onExport);
  return (
    <ThrottledButton
      variant="default"
      size="sm"
      leftSection={<IconDownload size={16} stroke={1.7} />}
      aria-label={t('table.exportLabel')}
      action={action}
    >
      {t('table.export')}
    </ThrottledButton>
  );
}
