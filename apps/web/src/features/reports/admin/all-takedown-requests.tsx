import type { Report } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened-row.ts';
import { DateTime } from '../../../ui/data/date-time.tsx';
import { Count } from '../../../ui/data/count.tsx';
import { TakedownRequestSheet } from './takedown-request-sheet.tsx';
import { REPORT_STATES, TakedownRequestBadge } from './takedown-request-badge.tsx';

/** Takedown requests by rightful owners, newest first. */
export function AllTakedownRequests() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['q', 'state'], SORTS.listReports);
  const columns = useColumns();
  const query = tableQuery(controls.address, { state: REPORT_STATES });
  const reports = usePage('listReports', { query });
  const opened = useOpenedRow(reports.data?.items, ({ id }) => id);
  const save = () => downloadTable('exportReports', query, 'takedown-requests.csv');
  return (
    <>
      <ListTable<Report>
        name="reports"
        label={t('reports.title')}
        columns={columns}
        controls={controls}
        list={reports}
        exportOf="exportReports"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      >
        <TextFilter controls={controls} name="q" label={t('reports.field.email')} />
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('reports.field.state')}
          options={REPORT_STATES.map((value) => ({ value, label: t(`reports.state.${value}`) }))}
        />
      </ListTable>
      {opened.row && <TakedownRequestSheet report={opened.row} onClose={opened.close} />}
    </>
  );
}

function useColumns(): TableColumn<Report>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'subject', title: t('reports.field.subject'), render: ({ subject }) => subject },
    { key: 'email', title: t('reports.field.email'), render: ({ email }) => email },
    {
      key: 'created_at',
      title: t('reports.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'state',
      title: t('reports.field.state'),
      render: ({ state }) => <TakedownRequestBadge state={state} />,
    },
    { key: 'settled', title: t('reports.field.settledBy'), render: ({ settled_by: name }) => name ?? '–' },
    {
      key: 'withdrawn',
      title: t('reports.field.withdrawn'),
      align: 'end',
      render: ({ withdrawn }) => <Count value={withdrawn} />,
    },
  ];
}
