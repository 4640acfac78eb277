import type { Report } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../../lib/api/use-page.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { TableTools } from '../../../ui/table/table-tools.tsx';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened-row.ts';
import { TakedownRequestSheet } from './takedown-request-sheet.tsx';
import { REPORT_STATES, TakedownRequestBadge } from './takedown-request-badge.tsx';

const NAME = 'reports';

/** Who says that something sold here is theirs, newest first. */
export function AllTakedownRequests() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['q', 'state'], SORTS.listReports);
  const columns = useColumns();
  const { state, ...wanted } = tableQuery(controls.address);
  const known = REPORT_STATES.find((one) => one === state);
  const query = { ...wanted, ...(known && { state: known }) };
  const reports = usePage('listReports', { query });
  const opened = useOpenedRow(reports.data?.items, ({ id }) => id);
  const save = () => downloadTable('exportReports', query, 'takedown-requests.csv');
  return (
    <>
      <TableTools name={NAME} columns={columns} controls={controls} exportOf="exportReports" onExport={save}>
        <TextFilter controls={controls} name="q" label={t('reports.field.email')} />
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('reports.field.state')}
          options={REPORT_STATES.map((value) => ({ value, label: t(`reports.state.${value}`) }))}
        />
      </TableTools>
      <DataTable<Report>
        name={NAME}
        label={t('reports.title')}
        columns={columns}
        page={reports.data}
        isFetching={reports.isFetching}
        hasFailed={reports.isError}
        error={reports.error}
        onRetry={() => void reports.refetch()}
        controls={controls}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      />
      {opened.row && <TakedownRequestSheet report={opened.row} onClose={opened.close} />}
    </>
  );
}

function useColumns(): TableColumn<Report>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    { key: 'subject', title: t('reports.field.subject'), render: ({ subject }) => subject },
    { key: 'email', title: t('reports.field.email'), render: ({ email }) => email },
    {
      key: 'created_at',
      title: t('reports.field.created'),
      render: ({ created_at: at }) => (
        <time dateTime={at} className="figures">
          {formatDateTime(at, language)}
        </time>
      ),
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
      render: ({ withdrawn }) => <span className="figures">{withdrawn.toLocaleString(language)}</span>,
    },
  ];
}
