import { Button, Skeleton } from '@mantine/core';
import type { ApiKey } from '@portside/contract';
import { PROTOCOL_NAMES } from '@portside/contract/wire/actions';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { formatDateTime, formatRelative } from '../../lib/format/times.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton } from '../../ui/buttons/throttled-button.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import parts from '../../ui/layout/small-list.module.css';
import classes from './api-keys.module.css';

const CreateKey = lazy(() => import('./create-key.tsx'));
const ConnectShop = lazy(() => import('./connect-shop.tsx'));

/** The reader's keys for programs: what each is, when it was last used, and its end. */
export default function ApiKeysPanel() {
  const { t } = useTranslation('service');
  const [isCreating, setIsCreating] = useState(false);
  const { data, isError, isFetched, refetch } = useQuery(query('listOwnApiKeys'));
  const isOff = data?.is_allowed === false;
  return (
    <Panel title={t('apiKeys.title')}>
      <p className={parts.lede}>{t(isOff ? 'apiKeys.off' : 'apiKeys.lede')}</p>
      {isError && !data && <FailedState onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={64} data-waiting={!isFetched || undefined} />}
      {data && data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((key) => (
            <Line key={key.id} item={key} />
          ))}
        </ul>
      )}
      {data && !isOff && (
        <Button
          variant="default"
          leftSection={<IconPlus size={17} stroke={1.7} />}
          onClick={() => setIsCreating(true)}
        >
          {t('apiKeys.add')}
        </Button>
      )}
      {isCreating && (
        <Suspense>
          <CreateKey connections={data?.connections ?? []} onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
      {data && !isOff && data.connections.length > 0 && (
        <Suspense>
          <ConnectShop connections={data.connections} />
        </Suspense>
      )}
    </Panel>
  );
}

function Line({ item }: { item: ApiKey }) {
  const { t, language } = useTranslation('service');
  const { id, name, protocol, hint, state, last_used_at: usedAt, last_address: address } = item;
  const limits = [
    protocol !== null && `${PROTOCOL_NAMES[protocol]} · ${t('apiKeys.idNo', { id })}`,
    item.spend_a_day !== null && t('apiKeys.aDay', { amount: formatUsdt(item.spend_a_day, language) }),
    item.ends_at !== null && t('apiKeys.until', { at: formatDateTime(item.ends_at, language) }),
  ].filter(Boolean);
  return (
    <li className={classes.line}>
      <span className={classes.words}>
        <strong className={classes.name}>{name}</strong>
        <code className={parts.quiet} translate="no">
          {hint}
        </code>
        <span className={parts.quiet}>
          {usedAt === null
            ? t('apiKeys.unused')
            : t('apiKeys.used', { at: formatRelative(usedAt, language), address })}
        </span>
        {limits.length > 0 && <span className={parts.quiet}>{limits.join(' · ')}</span>}
      </span>
      {state === 'active' ? (
        <Revoke item={item} />
      ) : (
        <StatusBadge tone="neutral">{t(`apiKeys.state.${state}`)}</StatusBadge>
      )}
    </li>
  );
}

function Revoke({ item: { id, name } }: { item: ApiKey }) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  return (
    <ConfirmButton
      size="xs"
      variant="default"
      question={t('apiKeys.askRevoke', { name })}
      onConfirm={async () => {
        await call('revokeOwnApiKey', { params: { id } });
        toastSuccess('apiKey', t('apiKeys.revoked'));
        await client.invalidateQueries({ queryKey: queryKey('listOwnApiKeys') });
      }}
    >
      {t('apiKeys.revoke')}
    </ConfirmButton>
  );
}
