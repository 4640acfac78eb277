import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Agent, UserDetails } from '@portside/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/use-may.ts';
import { call } from '../../../lib/api/call.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { ConfirmChoice } from './confirm-choice.tsx';
import { useUsersChanged } from './use-users-changed.ts';

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
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const asked = { limit: SHOWN, ...(q && q !== user.agent?.username && { q }) };
  const { data: agents = [] } = useQuery({
    ...query('listAgents', { query: asked }, { isQuiet: true }),
    select: itemsOf,
    placeholderData: keepPreviousData,
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
