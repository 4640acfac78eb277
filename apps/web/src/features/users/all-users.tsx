import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UserDetails, Language, Role, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconFileImport, IconUserPlus, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { LANGUAGES, languageNames } from '../../locales/languages.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useMay } from '../../lib/api/permissions.ts';
import { itemsOf, query, usePage } from '../../lib/api/query.ts';
import { useFailureWording } from '../../locales/wording.ts';
import { shopDays } from '../../lib/format/days.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ChosenBar, ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress, type TableControls } from '../../ui/table/table-address.ts';
import { useOpened } from '../../ui/layout/use-opened.ts';
import { USER_STATUSES, UserStatusBadge } from '../../ui/data/status-badge.tsx';
import { UserSheet } from './user-sheet.tsx';
import { Money, DateTime } from '../../ui/data/money.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { useForm } from '@mantine/form';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { fieldFaultsOf, useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './users-admin.module.css';
import { useProposalToast, useRoleOption, useUsersChanged } from './use-users.ts';
import { plainEmail } from '../../lib/format/field-rules.ts';

const UserImports = lazy(() => import('../user-imports/user-imports.tsx'));

const FILTERS = ['q', 'status', 'role_id', 'agent_id', 'level_id', 'from', 'to'] as const;

type Props = {
  /** The user's pending approvals. */
  renderPending: (userId: string) => ReactNode;
  /** The user's level and own prices. */
  renderPrices: (user: UserDetails) => ReactNode;
  /** Whether the user may have API keys. */
  renderKeys: (userId: string) => ReactNode;
};

/** All users, newest first. */
export function AllUsers({ renderPending, renderPrices, renderKeys }: Props) {
  const { t } = useTranslation(['admin', 'translation']);
  const controls = useTableAddress(FILTERS, SORTS.listUsers);
  const [opened, open] = useOpened();
  const [chosen, choose] = useState<UserDetails[]>([]);
  const may = useMay();
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
        {...(may('setUserStatuses') && { selection: { rows: chosen, onChange: choose } })}
        between={chosen.length > 0 && <BlockUsers users={chosen} onDone={() => choose([])} />}
        buttons={<UserButtons onAdd={() => open('new')} onImport={() => open('import')} />}
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
          options={[
            { value: '0', label: t('users.noRole') },
            ...roles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <LedHereFilters controls={controls} first={users.data?.items[0]} />
        <DaysFilter controls={controls} />
      </ListTable>
      {opened !== null && opened !== 'new' && opened !== 'import' && (
        <UserSheet
          key={opened}
          id={opened}
          pending={renderPending(opened)}
          renderPrices={renderPrices}
          renderKeys={renderKeys}
          onClose={() => open(null)}
        />
      )}
      {opened === 'import' && (
        <Suspense>
          <UserImports onClose={() => open(null)} />
        </Suspense>
      )}
      {opened === 'new' && <AddUser roles={roles} onClose={() => open(null)} />}
    </>
  );
}

type FilterProps = {
  controls: TableControls<(typeof FILTERS)[number]>;
  /** Of the users that are shown. */
  first: UserDetails | undefined;
};

/** By agent and level: only where a figure led here with one. */
function LedHereFilters({ controls, first }: FilterProps) {
  const { t } = useTranslation('admin');
  const { agent_id: agent, level_id: level } = controls.address.filters;
  const isAllowed = useMay()('listBuyerLevels');
  const enabled = isAllowed && level !== '';
  const { data: levels = [] } = useQuery({ ...query('listBuyerLevels'), select: itemsOf, enabled });
  return (
    <>
      {agent !== '' && (
        <ChoiceFilter
          controls={controls}
          name="agent_id"
          label={t('users.field.agent')}
          options={first?.agent?.id === agent ? [{ value: agent, label: first.agent.username }] : []}
        />
      )}
      {level !== '' && (
        <ChoiceFilter
          controls={controls}
          name="level_id"
          label={t('sales.by.level')}
          options={levels.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  );
}

/** Blocks or unblocks the chosen users: all of them, or none. */
function BlockUsers({ users, onDone }: { users: readonly UserDetails[]; onDone: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const wordingOf = useFailureWording();
  const changed = useUsersChanged();
  const [problem, setProblem] = useState<string | null>(null);
  const number = users.length.toLocaleString(language);
  const set = (status: 'active' | 'frozen') => async () => {
    setProblem(null);
    const body = { ids: users.map(({ id }) => id), status };
    try {
      const done = await call('setUserStatuses', { body }, { isQuiet: true });
      const text = t(`users.several.done.${status}`, { number: done.changed.toLocaleString(language) });
      toastSuccess('users', done.proposed > 0 ? `${text} ${t('users.proposed')}` : text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const names = fieldFaultsOf(error).map(({ value }) => value);
      return setProblem([...names, wordingOf(error)].join(': '));
    }
    await changed();
    onDone();
  };
  return (
    <ChosenBar number={users.length} onNone={onDone}>
      <ConfirmButton
        size="xs"
        color="red"
        question={t('users.several.askBlock', { number })}
        onConfirm={set('frozen')}
      >
        {t('users.several.block')}
      </ConfirmButton>
      <ConfirmButton
        size="xs"
        variant="default"
        confirmColor="blue"
        question={t('users.several.askUnblock', { number })}
        onConfirm={set('active')}
      >
        {t('users.several.unblock')}
      </ConfirmButton>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </ChosenBar>
  );
}

function UserButtons({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Allowed to="addUser">
        <Button leftSection={<IconUserPlus size={17} stroke={1.7} />} onClick={onAdd}>
          {t('users.add.title')}
        </Button>
      </Allowed>
      <Allowed to="proposeUserImport">
        <Button variant="default" leftSection={<IconFileImport size={17} stroke={1.7} />} onClick={onImport}>
          {t('userImports.title')}
        </Button>
      </Allowed>
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

/** Creates a buyer, or invites a colleague, who chooses their own password, where a role is chosen. */
function AddUser({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const roleOption = useRoleOption();
  const own = useLanguage();
  const form = useForm({
    initialValues: { username: '', email: '', password: '', role: '', language: own as Language },
  });
  const send = useFormCall(form, {
    fields: { role_id: 'role' },
    refusals: { userExists: 'username', nameConfusable: 'username', passwordTooCommon: 'password' },
  });
  const add = useThrottledAction(
    async ({ username, email, password, role, language }: typeof form.values) => {
      const body = {
        username: username.trim(),
        email: plainEmail(email),
        language,
        ...(role ? { role_id: role } : { password }),
      };
      const added = await send('addUser', { body });
      const name = body.username;
      toastSuccess('user', role ? t('users.add.invitedDone', { name }) : t('users.add.done', { name }));
      showProposal(added);
      await changed();
      onClose();
    },
  );
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
        <NativeSelect
          label={t('users.field.role')}
          data={[{ value: '', label: t('users.noRole') }, ...roles.map(roleOption)]}
          {...form.getInputProps('role')}
        />
        <NativeSelect
          label={t('users.field.language')}
          data={LANGUAGES.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('language')}
        />
        {form.values.role ? (
          <Callout tone="info">{t('users.add.invitedHint')}</Callout>
        ) : (
          <PasswordField
            label={t('users.add.password')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        )}
        <ThrottledButton type="submit" action={add}>
          {form.values.role ? t('users.add.invite') : t('users.add.submit')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
