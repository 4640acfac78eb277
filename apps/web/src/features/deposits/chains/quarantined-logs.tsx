import type { QuarantinedLog } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { listNetworks, networkName } from '../../../lib/networks.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened-row.ts';
import classes from './chain-health.module.css';
import { QuarantineSheet } from './quarantine-sheet.tsx';
import { QUARANTINE_STATES, useQuarantineColumns } from './quarantine-columns.tsx';

/** Quarantined logs, newest first. */
export function QuarantinedLogs() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['type', 'state'], SORTS.listQuarantinedLogs);
  const columns = useQuarantineColumns();
  const { type, state, ...wanted } = tableQuery(controls.address);
  const knownType = listNetworks().find((one) => one === type);
  const knownState = QUARANTINE_STATES.find((one) => one === state);
  const query = {
    ...wanted,
    ...(knownType && { type: knownType }),
    ...(knownState && { state: knownState }),
  };
  const logs = usePage('listQuarantinedLogs', { query });
  const opened = useOpenedRow(logs.data?.items, ({ id }) => id);
  const save = () => downloadTable('exportQuarantinedLogs', query, 'quarantine.csv');
  return (
    <section>
      <h2 className={classes.title}>{t('chains.aside.title')}</h2>
      <p className={classes.lede}>{t('chains.aside.lede')}</p>
      <ListTable<QuarantinedLog>
        name="quarantine"
        label={t('chains.aside.title')}
        columns={columns}
        controls={controls}
        list={logs}
        exportOf="exportQuarantinedLogs"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      >
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('chains.aside.field.state')}
          options={QUARANTINE_STATES.map((value) => ({ value, label: t(`chains.aside.state.${value}`) }))}
        />
        <ChoiceFilter
          controls={controls}
          name="type"
          label={t('chains.aside.field.type')}
          options={listNetworks().map((value) => ({ value, label: networkName(value) }))}
        />
      </ListTable>
      {opened.row && <QuarantineSheet log={opened.row} onClose={opened.close} />}
    </section>
  );
}
