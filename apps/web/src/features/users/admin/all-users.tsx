import { Button } from '@mantine/core';
import type { UserDetails } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { dayRange } from '../../../lib/day-range.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { USER_STATUSES } from '../../../ui/data/user-status-badge.tsx';
import { AddUser } from './add-user.tsx';
import { useUserColumns } from './user-columns.tsx';
import { UserSheet } from './user-sheet.tsx';

const UserImports = lazy(() => import('../import/user-imports.tsx'));

const FILTERS = ['q', 'status', 'role_id', 'agent_id', 'from', 'to'] as const;

type Props = {
  /** The user's pending approvals. */
  renderPending: (userId: string) => ReactNode;
};

/** All users, newest first. */
export function AllUsers({ renderPending }: Props) {
  const { t } = useTranslation(['admin', 'translation']);
  const controls = useTableAddress(FILTERS, SORTS.listUsers);
  const [opened, open] = useOpened();
  const [isAdding, setIsAdding] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const columns = useUserColumns();
  const { data: roles = [] } = useQuery({ ...query('listRoles', {}, { isQuiet: true }), select: itemsOf });
  const filter = {
    ...tableQuery(controls.address, { status: USER_STATUSES }),
    ...dayRange(controls.address.filters),
  };
  const users = usePage('listUsers', { query: filter });
  const save = () => downloadTable('exportUsers', filter, 'users.csv');
  return (
    <>
      <ListTable<UserDetails>
        name="users"
        label={t('users.title')}
        columns={columns}
        controls={controls}
        list={users}
        exportOf="exportUsers"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
      >
        <TextFilter controls={controls} name="q" label={t('users.filter.q')} />
        <ChoiceFilter
          controls={controls}
          name="status"
          label={t('users.field.status')}
          options={USER_STATUSES.map((value) => ({ value, label: t(`translation:users.status.${value}`) }))}
        />
        <ChoiceFilter
          controls={controls}
          name="role_id"
          label={t('users.field.role')}
          options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <DaysFilter controls={controls} />
        <Allowed to="addUser">
          <Button leftSection={<IconUserPlus size={17} stroke={1.7} />} onClick={() => setIsAdding(true)}>
            {t('users.add.title')}
          </Button>
        </Allowed>
        <Allowed to="proposeUserImport">
          <Button
            variant="default"
            leftSection={<IconFileImport size={17} stroke={1.7} />}
            onClick={() => setIsImporting(true)}
          >
            {t('userImports.title')}
          </Button>
        </Allowed>
      </ListTable>
      {opened !== null && (
        <UserSheet key={opened} id={opened} pending={renderPending(opened)} onClose={() => open(null)} />
      )}
      {isImporting && (
        <Suspense>
          <UserImports onClose={() => setIsImporting(false)} />
        </Suspense>
      )}
      {isAdding && <AddUser roles={roles} onClose={() => setIsAdding(false)} />}
    </>
  );
}
