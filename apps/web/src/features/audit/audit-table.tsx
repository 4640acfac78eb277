import type { AuditEntry } from '@portside/contract';
import { AUDIT_ACTIONS } from '@portside/contract/audit-actions';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/use-page.ts';
import { dayRange } from '../../lib/day-range.ts';
import { ListTable } from '../../ui/table/list-table.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { downloadTable } from '../../ui/table/download-table.ts';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../ui/table/table-address.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { useOpenedRow } from '../../ui/layout/use-opened-row.ts';
import { DateTime } from '../../ui/data/date-time.tsx';
import { AuditSheet } from './audit-sheet.tsx';
import { Subject } from './subject.tsx';
import { useActionLabel } from './use-action-label.ts';

const FILTERS = ['username', 'action', 'subject', 'from', 'to'] as const;

/** The audit log, newest first. */
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
      <ListTable
        name="audit"
        label={t('audit.title')}
        columns={columns}
        controls={controls}
        list={entries}
        exportOf="exportAudit"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      >
        <TextFilter controls={controls} name="username" label={t('audit.field.username')} />
        <ChoiceFilter
          controls={controls}
          name="action"
          label={t('audit.field.action')}
          options={AUDIT_ACTIONS.map((value) => ({ value, label: actionWord(value) }))}
        />
        <TextFilter controls={controls} name="subject" label={t('audit.filter.subject')} />
        <DaysFilter controls={controls} />
      </ListTable>
      {opened.row && <AuditSheet entry={opened.row} onClose={opened.close} />}
    </>
  );
}

function useColumns(): TableColumn<AuditEntry>[] {
  const { t } = useTranslation('admin');
  const actionWord = useActionLabel();
  return [
    {
      key: 'at',
      title: t('audit.field.at'),
      render: ({ at }) => <DateTime at={at} />,
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
