import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { KnownUser } from '@portside/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { useUsersChanged } from './use-users-changed.ts';

const PAUSE_MS = 300;
const SHOWN = 20;

/** Who brought a user, and so earns by his orders from now on. */
export function UserAgent({ user }: { user: KnownUser }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const wanted = { limit: SHOWN, ...(q && q !== user.agent?.username && { q }) };
  const { data: agents = [] } = useQuery({
    ...query('listAgents', { query: wanted }, { isQuiet: true }),
    select: itemsOf,
    placeholderData: keepPreviousData,
  });
  const found = agents
    .filter(({ id }) => id !== user.id && id !== user.agent?.id)
    .map(({ id, username, platform_name: platform }) => ({ value: id, label: `${username} · ${platform}` }));
  const now = user.agent ? [{ value: user.agent.id, label: user.agent.username }] : [];
  const assign = async (id: string | null) => {
    await call('setUserAgent', { params: { id: user.id }, body: id === null ? {} : { agent_id: id } });
    await changed();
  };
  return (
    <Select
      label={t('users.field.agent')}
      description={t('users.agentHint')}
      placeholder={t('users.noAgent')}
      searchable
      clearable
      nothingFoundMessage={t('table.nothingFound')}
      data={[...now, ...found]}
      // What the server has found, it has found by more than the label.
      filter={({ options }) => options}
      value={user.agent?.id ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => void assign(id).catch(() => undefined)}
    />
  );
}
