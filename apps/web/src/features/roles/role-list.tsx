import { Button } from '@mantine/core';
import type { Role } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { query } from '../../lib/api/query.ts';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { useOpenedRow } from '../../ui/layout/use-opened.ts';
import { Count } from '../../ui/data/money.tsx';
import { RoleForm } from './role-form.tsx';

/** All roles; the owner's has every permission and cannot be changed. */
export function RoleList() {
  const { t } = useTranslation('admin');
  const roles = useQuery(query('listRoles'));
  const opened = useOpenedRow(roles.data?.items, ({ id }) => id);
  const columns = useColumns(opened.open);
  return (
    <Panel
      title={t('roles.list')}
      aside={
        <Allowed to="createRole">
          <Button leftSection={<IconPlus size={17} />} onClick={opened.openNew}>
            {t('roles.add')}
          </Button>
        </Allowed>
      }
    >
      {roles.isError && !roles.data ? (
        <LoadFailure error={roles.error} onRetry={() => void roles.refetch()} />
      ) : (
        <DataList
          label={t('roles.list')}
          columns={columns}
          rows={roles.data?.items}
          rowKey={({ id }) => id}
          empty={<EmptyState text={t('roles.empty')} />}
        />
      )}
      {(opened.row ?? opened.isNew) && roles.data && (
        <RoleForm role={opened.row} own={roles.data.own} roles={roles.data.items} onClose={opened.close} />
      )}
    </Panel>
  );
}

function useColumns(edit: (role: Role) => void): Column<Role>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'name', title: t('roles.field.name'), onCard: 'heading', render: ({ name }) => name },
    {
      key: 'menus',
      title: t('roles.field.menus'),
      align: 'end',
      render: ({ menus }) => <Count value={menus.length} />,
    },
    {
      key: 'actions',
      title: t('roles.field.actions'),
      align: 'end',
      render: ({ actions }) => <Count value={actions.length} />,
    },
    {
      key: 'users',
      title: t('roles.field.users'),
      align: 'end',
      render: ({ users }) => <Count value={users} />,
    },
    {
      key: 'edit',
      title: t('roles.edit'),
      onCard: 'wide',
      align: 'end',
      render: (role) =>
        role.is_owner ? (
          <StatusBadge tone="info">{t('roles.builtIn')}</StatusBadge>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t('roles.editOne', { name: role.name })}
            onClick={() => edit(role)}
          >
            {t('roles.edit')}
          </Button>
        ),
    },
  ];
}
