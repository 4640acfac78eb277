import type { SecurityEvent, SecurityEventKind } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { Anchor } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/query.ts';
import { shopDays } from '../../lib/format/days.ts';
import { Link } from 'wouter';
import { useStored } from '../../lib/stored/stored-state.ts';
import { Count, DateTime } from '../../ui/data/money.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import classes from './audit.module.css';

const FILTERS = ['username', 'address', 'kind', 'from', 'to'] as const;

const TONES: Readonly<Record<SecurityEventKind, Tone>> = {
  signIn: 'good',
  signInRefused: 'warn',
  adminCallRefused: 'bad',
  unknownToken: 'warn',
};
const KINDS = Object.keys(TONES) as SecurityEventKind[];

/** Who signed in, and who was refused, newest first. */
export function SecurityEventsTable() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listSecurityEvents);
  const { kind, ...wanted } = tableQuery(controls.address);
  const known = KINDS.find((one) => one === kind);
  const query = { ...wanted, ...(known && { kind: known }), ...shopDays(controls.address.filters) };
  const events = usePage('listSecurityEvents', { query });
  const columns = useColumns();
  return (
    <>
      <p className={classes.quiet}>{t('securityEvents.lede')}</p>
      <ListTable
        name="securityEvents"
        label={t('securityEvents.title')}
        columns={columns}
        controls={controls}
        list={events}
        exportOf="exportSecurityEvents"
        onExport={(format) => downloadTable('exportSecurityEvents', query, 'security-events', format)}
        rowKey={({ id }) => id}
      >
        <TextFilter controls={controls} name="username" label={t('securityEvents.field.username')} />
        <TextFilter controls={controls} name="address" label={t('securityEvents.field.address')} />
        <ChoiceFilter
          controls={controls}
          name="kind"
          label={t('securityEvents.field.kind')}
          options={KINDS.map((value) => ({ value, label: t(`securityEvents.kind.${value}`) }))}
        />
        <DaysFilter controls={controls} />
      </ListTable>
    </>
  );
}

function useColumns(): TableColumn<SecurityEvent>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'at', title: t('securityEvents.field.at'), render: ({ at }) => <DateTime at={at} /> },
    { key: 'last', title: t('securityEvents.field.last'), render: ({ last_at: at }) => <DateTime at={at} /> },
    {
      key: 'kind',
      title: t('securityEvents.field.kind'),
      render: ({ kind }) => <StatusBadge tone={TONES[kind]}>{t(`securityEvents.kind.${kind}`)}</StatusBadge>,
    },
    {
      key: 'username',
      title: t('securityEvents.field.username'),
      render: (event) => <Person event={event} />,
    },
    {
      key: 'address',
      title: t('securityEvents.field.address'),
      render: ({ address }) => address || t('securityEvents.manyAddresses'),
    },
    {
      key: 'count',
      title: t('securityEvents.field.count'),
      align: 'end',
      render: ({ count }) => <Count value={count} />,
    },
    {
      key: 'call',
      title: t('securityEvents.field.call'),
      render: ({ call }) => <code translate="no">{call}</code>,
    },
  ];
}

/** The user of an event, linked where the reader may open the page of users. */
function Person({ event: { username, user_id: id } }: { event: SecurityEvent }) {
  const { t } = useTranslation('admin');
  const mayOpen = useStored((s) => s.permissions.menus.some(({ path }) => path === '/admin/user'));
  if (id === null) return t('securityEvents.unknownUser');
  return mayOpen ? (
    <Anchor component={Link} inherit to={`/admin/user?open=${id}`}>
      {username}
    </Anchor>
  ) : (
    username
  );
}
