import type { AuditEntry } from '@portside/contract';
import { AUDIT_ACTIONS } from '@portside/contract/audit-actions';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../lib/api/use-page.ts';
import { dayRange } from '../../lib/day-range.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx';
import { downloadTable } from '../../ui/table/download-table.ts';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../ui/table/table-address.ts';
import { TableTools } from '../../ui/table/table-tools.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { useOpenedRow } from '../../ui/layout/use-opened-row.ts';
import { AuditSheet } from './audit-sheet.tsx';
import { Subject } from './subject.tsx';
import { useActionLabel } from './use-action-label.ts';

const FILTERS = ['username', 'action', 'subject', 'from', 'to'] as const;

/** Who did what, newest first. */
export function AuditTable() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAudit);
  const wanted = tableQuery(controls.address);
  const query = { ...wanted, ...dayRange(controls.address.filters) };
  const entries = usePage('listAudit', { query });
  const opened = useOpenedRow(entries.data?.items, ({ id }) => id);
  const save = () => downloadTable('exportAudit', query, 'audit.csv');
  const columns = useColumns();
  const actionWord = useActionLabel();
  return (
    <>
      <TableTools name="audit" columns={columns} controls={controls} exportOf="exportAudit" onExport={save}>
        <TextFilter controls={controls} name="username" label={t('audit.field.username')} />
        <ChoiceFilter
          controls={controls}
          name="action"
          label={t('audit.field.action')}
          options={AUDIT_ACTIONS.map((value) => ({ value, label: actionWord(value) }))}
        />
        <TextFilter controls={controls} name="subject" label={t('audit.filter.subject')} />
        <DaysFilter controls={controls} />
      </TableTools>
      <DataTable
        name="audit"
        label={t('audit.title')}
        columns={columns}
        page={entries.data}
        isFetching={entries.isFetching}
        hasFailed={entries.isError}
        error={entries.error}
        onRetry={() => void entries.refetch()}
        controls={controls}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      />
      {opened.row && <AuditSheet entry={opened.row} onClose={opened.close} />}
    </>
  );
}

function useColumns(): TableColumn<AuditEntry>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const actionWord = useActionLabel();
  return [
    {
      key: 'at',
      title: t('audit.field.at'),
      render: ({ at }) => (
        <time dateTime={at} className="figures">
          {formatDateTime(at, language)}
        </time>
      ),
    },
    {
      key: 'username',
      title: t('audit.field.username'),
      render: ({ actor, user_id: id }) => (id === null ? t('audit.job', { name: actor }) : actor),
    },
    { key: 'action', title: t('audit.field.action'), render: ({ action }) => actionWord(action) },
    { key: 'subject', title: t('audit.field.subject'), render: (entry) => <Subject entry={entry} /> },
    { key: 'address', title: t('audit.field.address'), render: ({ address }) => address || '–' },
    {
      key: 'request',
      title: t('audit.field.request'),
      isExtra: true,
      render: ({ request_id: id }) => <code>{id}</code>,
    },
  ];
}
