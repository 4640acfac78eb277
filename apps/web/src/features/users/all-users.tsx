import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UserDetails, Role, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconFileImport, IconUserPlus, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { itemsOf, query, usePage } from '../../lib/api/query.ts';
import { shopDays } from '../../lib/format/days.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import { useOpened } from '../../ui/layout/use-opened.ts';
import { USER_STATUSES, UserStatusBadge } from '../../ui/data/status-badge.tsx';
import { UserSheet } from './user-sheet.tsx';
import { Money, DateTime } from '../../ui/data/money.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { useForm } from '@mantine/form';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './users-admin.module.css';
import { useProposalToast, useRoleOption, useUsersChanged } from './use-users.ts';

const UserImports = lazy(() => import('../user-imports/user-imports.tsx'));

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
    ...shopDays(controls.address.filters),
  };
  const users = usePage('listUsers', { query: filter });
  const save = (format: TableFormat) => downloadTable('exportUsers', filter, 'users', format);
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

function useUserColumns(): TableColumn<UserDetails>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'username', title: t('users.field.username'), render: ({ username }) => username },
    { key: 'email', title: t('users.field.email'), render: ({ email }) => email },
    {
      key: 'balance',
      title: t('users.field.balance'),
      align: 'end',
      render: ({ exact_balance: balance }) => <Money amount={balance} />,
    },
    {
      key: 'status',
      title: t('users.field.status'),
      render: ({ status }) => <UserStatusBadge status={status} />,
    },
    { key: 'role', title: t('users.field.role'), render: ({ role }) => role?.name ?? '–' },
    { key: 'agent', title: t('users.field.agent'), render: ({ agent }) => agent?.username ?? '–' },
    {
      key: 'two_factor',
      title: t('users.field.twoFactor'),
      render: ({ two_factor: isOn }) =>
        isOn ? <IconShieldCheck size={18} aria-label={t('users.twoFactorOn')} /> : '–',
    },
    {
      key: 'created_at',
      title: t('users.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
  ];
}

const WIDTH_PX = 460;

/** Creates a buyer, or a colleague where a role is chosen. */
function AddUser({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const roleOption = useRoleOption();
  const form = useForm({ initialValues: { username: '', email: '', password: '', role: '' } });
  const send = useFormCall(form, {
    fields: { role_id: 'role' },
    refusals: { userExists: 'username', nameConfusable: 'username', passwordTooCommon: 'password' },
  });
  const add = useThrottledAction(async ({ username, email, password, role }: typeof form.values) => {
    const body = { username: username.trim(), email: email.trim(), password, ...(role && { role_id: role }) };
    const added = await send('addUser', { body });
    toastSuccess('user', t('users.add.done', { name: body.username }));
    showProposal(added);
    await changed();
    onClose();
  });
  return (
    <Sheet title={t('users.add.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(add.run)} noValidate>
        <TextInput label={t('users.field.username')} autoComplete="off" {...form.getInputProps('username')} />
        <TextInput
          label={t('users.field.email')}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('users.add.password')}
          description={form.values.role ? t('users.add.adminHint') : undefined}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <NativeSelect
          label={t('users.field.role')}
          data={[{ value: '', label: t('users.noRole') }, ...roles.map(roleOption)]}
          {...form.getInputProps('role')}
        />
        <ThrottledButton type="submit" action={add}>
          {t('users.add.submit')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
