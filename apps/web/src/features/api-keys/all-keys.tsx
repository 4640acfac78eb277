import { Button, NativeSelect } from '@mantine/core';
import type { ApiKeyDetails, ApiKeyKind, ApiKeyState } from '@portside/contract';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { useMay } from '../../lib/api/permissions.ts';
import { pages, query, queryKey } from '../../lib/api/query.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { withTexts } from '../../locales/language.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton } from '../../ui/buttons/throttled-button.tsx';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { DateTime } from '../../ui/data/money.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import parts from '../../ui/layout/small-list.module.css';
import classes from './api-keys.module.css';

const OperatorKey = lazy(withTexts('service', () => import('./operator-key.tsx')));

const KINDS: readonly ApiKeyKind[] = ['buyer', 'operator'];
const STATES: readonly ApiKeyState[] = ['active', 'ended', 'revoked'];
const TONES: Record<ApiKeyState, Tone> = { active: 'good', ended: 'neutral', revoked: 'bad' };

type Filter = { user: string; kind: ApiKeyKind | ''; state: ApiKeyState | '' };

/** Keys of all users and of the shop's programs, newest first, with their use. */
export function AllKeys() {
  const { t } = useTranslation('admin');
  const [filter, setFilter] = useState<Filter>({ user: '', kind: '', state: '' });
  const [isCreating, setIsCreating] = useState(false);
  const { user, kind, state } = filter;
  const asked = { ...(user && { user }), ...(kind && { kind }), ...(state && { state }) };
  const keys = useInfiniteQuery(pages('listApiKeys', { query: asked }));
  return (
    <Panel>
      <div className={parts.intro}>
        <p>{t('apiKeys.lede')}</p>
        <Allowed to="createOperatorKey">
          <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={() => setIsCreating(true)}>
            {t('apiKeys.add')}
          </Button>
        </Allowed>
      </div>
      <Filters filter={filter} onChange={setFilter} />
      <PagedList
        label={t('apiKeys.title')}
        columns={useColumns()}
        list={keys}
        rowKey={({ id }) => id}
        empty={<p className={parts.quiet}>{t('apiKeys.none')}</p>}
      />
      {isCreating && (
        <Suspense>
          <OperatorKey onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation('admin');
  const any = (field: string) => ({ value: '' as const, label: t('table.anyOf', { field }) });
  return (
    <div className={classes.filters}>
      <SearchField
        label={t('apiKeys.userFilter')}
        clearLabel={t('table.reset')}
        value={filter.user}
        onSearch={(user) => onChange({ ...filter, user })}
      />
      <NativeSelect
        aria-label={t('apiKeys.kind')}
        data={[
          any(t('apiKeys.kind')),
          ...KINDS.map((value) => ({ value, label: t(`apiKeys.kinds.${value}`) })),
        ]}
        value={filter.kind}
        onChange={({ currentTarget }) => onChange({ ...filter, kind: currentTarget.value as Filter['kind'] })}
      />
      <NativeSelect
        aria-label={t('apiKeys.state')}
        data={[
          any(t('apiKeys.state')),
          ...STATES.map((value) => ({ value, label: t(`apiKeys.is.${value}`) })),
        ]}
        value={filter.state}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, state: currentTarget.value as Filter['state'] })
        }
      />
    </div>
  );
}

function useColumns(): Column<ApiKeyDetails>[] {
  const { t, language } = useTranslation('admin');
  const sum = (days: ApiKeyDetails['days'], of: 'calls' | 'errors'): string =>
    days.reduce((total, day) => total + day[of], 0).toLocaleString(language);
  return [
    {
      key: 'key',
      title: t('apiKeys.key'),
      onCard: 'heading',
      render: ({ name, hint }) => (
        <span className={parts.cell}>
          <strong>{name}</strong>
          <code className={parts.quiet} translate="no">
            {hint}
          </code>
        </span>
      ),
    },
    {
      key: 'user',
      title: t('apiKeys.user'),
      render: ({ user, kind, created_at: at }) => (
        <span className={parts.cell}>
          {user.username}
          <span className={parts.quiet}>
            {t(`apiKeys.kinds.${kind}`)} · <DateTime at={at} />
          </span>
        </span>
      ),
    },
    {
      key: 'scopes',
      title: t('apiKeys.scopes'),
      render: ({ scopes }) => (
        <span className={parts.quiet} translate="no">
          {scopes.join(', ')}
        </span>
      ),
    },
    {
      key: 'use',
      title: t('apiKeys.uses'),
      render: ({ days, last_used_at: at, last_address: address }) => (
        <span className={parts.cell}>
          {t('apiKeys.calls', { calls: sum(days, 'calls'), errors: sum(days, 'errors') })}
          <span className={parts.quiet}>
            {at === null
              ? t('apiKeys.unused')
              : t('apiKeys.used', { at: formatDateTime(at, language), address })}
          </span>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('apiKeys.state'),
      render: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`apiKeys.is.${state}`)}</StatusBadge>,
    },
    {
      key: 'actions',
      title: t('apiKeys.actions'),
      isTitleHidden: true,
      align: 'end',
      onCard: 'wide',
      render: (key) => <Revoke item={key} />,
    },
  ];
}

function Revoke({ item: { id, name, user, state } }: { item: ApiKeyDetails }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  if (state !== 'active') return null;
  return (
    <Allowed to="revokeApiKey">
      <ConfirmButton
        size="xs"
        variant="subtle"
        color="red"
        question={t('apiKeys.ask', { name, user: user.username })}
        onConfirm={async () => {
          await call('revokeApiKey', { params: { id } });
          toastSuccess('apiKey', t('apiKeys.revoked'));
          await client.invalidateQueries({ queryKey: queryKey('listApiKeys') });
        }}
      >
        {t('apiKeys.revoke')}
      </ConfirmButton>
    </Allowed>
  );
}

const RIGHTS = ['setting', 'allowed', 'denied'] as const;

/** Whether one user may have keys. */
export function KeyRight({ userId }: { userId: string }) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const client = useQueryClient();
  const request = { params: { id: userId } };
  const { data } = useQuery(query('readApiKeyRight', request, { isQuiet: true }));
  if (!data) return null;
  const change = async (right: (typeof RIGHTS)[number]) => {
    const saved = await call('setApiKeyRight', { ...request, body: { right } });
    client.setQueryData(queryKey('readApiKeyRight', request), saved);
    toastSuccess('apiKey', t('apiKeys.saved'));
  };
  return (
    <NativeSelect
      label={t('apiKeys.right')}
      data={RIGHTS.map((value) => ({ value, label: t(`apiKeys.rights.${value}`) }))}
      value={data.right}
      disabled={!may('setApiKeyRight')}
      onChange={({ currentTarget }) => void change(currentTarget.value as (typeof RIGHTS)[number])}
    />
  );
}
