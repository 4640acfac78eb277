import type { UserDetails, UserStatus, Agent } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './users-admin.module.css';
import { useProposalToast, useUsersChanged, useRoleOption } from './use-users.ts';
import { NativeSelect, Select, Button, Skeleton } from '@mantine/core';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../lib/api/permissions.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';

/** A user's status, role, agent, second factor and sessions. */
export function UserAccess({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const params = { id: user.id };
  const setStatus = async (status: UserStatus) => {
    showProposal(await call('setUserStatus', { params, body: { status } }));
    await changed();
  };
  const statusButton = (status: UserStatus, color: string) => (
    <Allowed to="setUserStatus">
      <ConfirmButton
        variant="light"
        color={color}
        question={t(`users.ask.${status}`, { name: user.username })}
        onConfirm={() => setStatus(status)}
      >
        {t(`users.do.${status}`)}
      </ConfirmButton>
    </Allowed>
  );
  return (
    <>
      <div className={classes.line}>
        {user.status === 'frozen' && statusButton('active', 'green')}
        {user.status === 'active' && statusButton('frozen', 'red')}
        {user.status !== 'closed' && statusButton('closed', 'gray')}
      </div>
      <Invitation user={user} />
      <UserRole user={user} />
      <UserAgent user={user} />
      {user.two_factor && (
        <Allowed to="resetTwoFactor">
          <ConfirmButton
            variant="light"
            color="red"
            question={t('users.ask.twoFactor', { name: user.username })}
            onConfirm={async () => {
              showProposal(await call('resetTwoFactor', { params }));
              await changed();
            }}
          >
            {t('users.do.twoFactor')}
          </ConfirmButton>
        </Allowed>
      )}
      <UserSessions id={user.id} name={user.username} />
    </>
  );
}

/** That a user has not chosen a password yet, and another link to do so. */
function Invitation({ user: { id, email, invited_until: until } }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useUsersChanged();
  const again = useThrottledAction(async () => {
    await call('sendInvitation', { params: { id } });
    toastSuccess('user', t('users.invited.sent', { email }));
    await changed();
  });
  if (until === null) return null;
  return (
    <Callout tone="info">
      {t('users.invited.until', { at: formatDateTime(until, language) })}
      <Allowed to="sendInvitation">
        <ThrottledButton action={again} variant="default" size="xs" mt="xs" display="block">
          {t('users.invited.again')}
        </ThrottledButton>
      </Allowed>
    </Callout>
  );
}

/** A user's role in the back office. */
export function UserRole({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const may = useMay();
  const roleOption = useRoleOption();
  const { data: roles = [] } = useQuery({ ...query('listRoles', {}, { isQuiet: true }), select: itemsOf });
  const now = user.role?.id ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const found = roles.map(roleOption);
  const isListed = !user.role || roles.some(({ id }) => id === now);
  const own = isListed || !user.role ? [] : [{ value: now, label: user.role.name }];
  const wanted = roles.find(({ id }) => id === chosen);
  const give = async () => {
    showProposal(
      await call('setUserRole', { params: { id: user.id }, body: chosen ? { role_id: chosen } : {} }),
    );
    await changed();
    setChosen(null);
  };
  return (
    <>
      <NativeSelect
        label={t('users.field.role')}
        value={chosen ?? now}
        disabled={!may('setUserRole')}
        data={[{ value: '', label: t('users.noRole') }, ...own, ...found]}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {chosen !== null && chosen !== now && (
        <ConfirmChoice onConfirm={give} onCancel={() => setChosen(null)}>
          {wanted
            ? t('users.give.role', { name: user.username, role: wanted.name })
            : t('users.give.noRole', { name: user.username, role: user.role?.name })}
        </ConfirmChoice>
      )}
    </>
  );
}

const PAUSE_MS = 300;

const SHOWN = 20;

const optionOf = ({ id, username, platform_name: platform }: Agent) => ({
  value: id,
  label: `${username} · ${platform}`,
});

/** The agent who earns commission on the user's orders from now on. */
export function UserAgent({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const changed = useUsersChanged();
  const [typed, setTyped] = useState('');
  const [isComposing, setIsComposing] = useState(false);
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const asked = { limit: SHOWN, ...(q && q !== user.agent?.username && { q }) };
  const { data: agents = [] } = useQuery({
    ...query('listAgents', { query: asked }, { isQuiet: true }),
    select: itemsOf,
    placeholderData: keepPreviousData,
    enabled: !isComposing,
  });
  const found = agents.filter(({ id }) => id !== user.id && id !== user.agent?.id).map(optionOf);
  const now = user.agent ? [{ value: user.agent.id, label: user.agent.username }] : [];
  /** null: no agent; undefined: unchanged. */
  const [chosen, setChosen] = useState<Agent | null>();
  const kept = chosen && !found.some(({ value }) => value === chosen.id) ? [optionOf(chosen)] : [];
  const wanted = chosen === undefined ? (user.agent?.id ?? null) : (chosen?.id ?? null);
  const choose = (id: string | null) => {
    const one = [...agents, ...(chosen ? [chosen] : [])].find((agent) => agent.id === id);
    setChosen(id === user.agent?.id ? undefined : (one ?? null));
  };
  const assign = async () => {
    await call('setUserAgent', { params: { id: user.id }, body: chosen ? { agent_id: chosen.id } : {} });
    await changed();
    setChosen(undefined);
  };
  return (
    <>
      <Select
        label={t('users.field.agent')}
        description={t('users.agentHint')}
        placeholder={t('users.noAgent')}
        searchable
        clearable
        nothingFoundMessage={t('table.nothingFound')}
        data={[...now, ...kept, ...found]}
        // The server also matches by other fields than the label.
        filter={({ options }) => options}
        value={wanted}
        disabled={!may('setUserAgent')}
        searchValue={typed}
        onSearchChange={setTyped}
        onCompositionStart={() => setIsComposing(true)}
        onCompositionEnd={() => setIsComposing(false)}
        onChange={choose}
      />
      {chosen !== undefined && wanted !== (user.agent?.id ?? null) && (
        <ConfirmChoice onConfirm={assign} onCancel={() => setChosen(undefined)}>
          {chosen
            ? t('users.give.agent', { name: user.username, agent: chosen.username })
            : t('users.give.noAgent', { name: user.username, agent: user.agent?.username })}
        </ConfirmChoice>
      )}
    </>
  );
}

type Props = {
  /** Label of the confirming button: what was chosen, and for whom. */
  children: string;
  onConfirm: () => Promise<unknown>;
  onCancel: () => void;
};

/** Confirms a choice of a select field, so that a key pressed by mistake changes nothing. */
function ConfirmChoice({ children, onConfirm, onCancel }: Props) {
  const { t } = useTranslation();
  const send = useThrottledAction(onConfirm);
  return (
    <div className={classes.line} aria-live="polite">
      <ThrottledButton size="xs" action={send} className={classes.words}>
        {children}
      </ThrottledButton>
      <Button size="xs" variant="default" onClick={onCancel}>
        {t('shell.cancel')}
      </Button>
    </div>
  );
}

/** A user's sessions. */
export function UserSessions({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const params = { id };
  const {
    data: sessions,
    error,
    isError,
    refetch,
  } = useQuery({ ...query('listUserSessions', { params }), select: itemsOf });
  return (
    <section className={classes.form}>
      <h3 className={classes.heading}>{t('users.sessions')}</h3>
      {isError && !sessions && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!sessions && !isError && <Skeleton height={60} />}
      <ul className={classes.sessions}>
        {sessions?.map((session) => (
          <li key={session.id}>
            <span>{session.user_agent || '–'}</span>
            <span className={classes.quiet}>
              {session.address} · {formatDateTime(session.last_seen_at, language)}
            </span>
          </li>
        ))}
      </ul>
      {sessions?.length === 0 && <p className={classes.quiet}>{t('users.noSessions')}</p>}
      {sessions && sessions.length > 0 && (
        <Allowed to="revokeUserSessions">
          <ConfirmButton
            variant="default"
            question={t('users.ask.signOut', { name })}
            onConfirm={async () => {
              showProposal(await call('revokeUserSessions', { params }));
              await changed();
            }}
          >
            {t('users.do.signOut')}
          </ConfirmButton>
        </Allowed>
      )}
    </section>
  );
}
