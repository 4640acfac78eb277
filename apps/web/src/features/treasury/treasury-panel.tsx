import { Skeleton } from '@mantine/core';
import type { Data } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '../../lib/api/query.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './treasury-panel.module.css';

type Treasury = Data<'readTreasury'>;
const REFRESH_MS = 30_000;

/** What our wallets hold against what the shop owes, and how the chains are followed. */
export function TreasuryPanel() {
  const { t } = useTranslation('admin');
  const { data, isError, refetch } = useQuery({ ...query('readTreasury'), refetchInterval: REFRESH_MS });
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  return (
    <div className={classes.pair}>
      <Panel title={t('treasury.title')} aside={data && <Cover treasury={data} />}>
        {data ? <Sums treasury={data} /> : <Skeleton height={180} />}
      </Panel>
      <Panel title={t('treasury.chains')}>
        {data ? <Chains treasury={data} /> : <Skeleton height={180} />}
      </Panel>
    </div>
  );
}

function Cover({ treasury }: { treasury: Treasury }) {
  const { t } = useTranslation('admin');
  const inOrder = treasury.books.every((one) => one.in_order);
  if (!inOrder) return <StatusBadge tone="bad">{t('treasury.outOfOrder')}</StatusBadge>;
  return (
    <StatusBadge tone={treasury.is_covered ? 'good' : 'warn'}>
      {t(treasury.is_covered ? 'treasury.covered' : 'treasury.notCovered')}
    </StatusBadge>
  );
}

function Sums({ treasury }: { treasury: Treasury }) {
  const { t } = useTranslation('admin');
  return (
    <dl className={classes.sums}>
      <dt className={classes.strong}>{t('treasury.onChain')}</dt>
      <dd className={classes.strong}>
        <Money amount={treasury.on_chain} />
      </dd>
      <dt className={classes.strong}>{t('treasury.owed')}</dt>
      <dd className={classes.strong}>
        <Money amount={treasury.owed} />
      </dd>
      {(['balances', 'unmatched', 'held', 'commission'] as const).map((part) => (
        <div key={part} className={classes.part}>
          <dt>{t(`treasury.to.${part}`)}</dt>
          <dd>
            <Money amount={treasury.owed_to[part]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TONES = { following: 'good', stalled: 'warn', halted: 'bad' } as const;

function Chains({ treasury }: { treasury: Treasury }) {
  const { t } = useTranslation('admin');
  return (
    <ul className={classes.chains}>
      {treasury.chains.map((chain) => (
        <li key={chain.chain_id}>
          <p>
            <strong>{t(`treasury.network.${chain.type}`)}</strong>
            <StatusBadge tone={TONES[chain.state]} isLive={chain.state === 'following'}>
              {t(`treasury.state.${chain.state}`)}
            </StatusBadge>
          </p>
          <p className={`${classes.quiet} figures`}>
            {t('treasury.blocks', {
              head: chain.head ?? '–',
              final: chain.final ?? '–',
              lag: chain.lag_blocks ?? '–',
            })}
          </p>
          {chain.detail && <p className={classes.quiet}>{chain.detail}</p>}
        </li>
      ))}
      {treasury.wallets
        .filter((wallet) => wallet.problem !== null)
        .map((wallet) => (
          <li key={wallet.wallet_address}>
            <StatusBadge tone="bad">{wallet.problem}</StatusBadge>
            <p className={classes.quiet}>{wallet.wallet_address}</p>
          </li>
        ))}
    </ul>
  );
}
