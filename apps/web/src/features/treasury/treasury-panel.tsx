import { Anchor, Skeleton } from '@mantine/core';
import type { Data } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { Link } from 'wouter';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { addressPage } from '../../lib/format/addresses.ts';
import { formatRelative } from '../../lib/format/times.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { useFindings } from '../../locales/office-wording.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { LinkedCode } from '../../ui/data/address-text.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Folded, Panel } from '../../ui/layout/panel.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import classes from './treasury-panel.module.css';
import { usePunctuation } from '../../locales/punctuation.ts';

type Treasury = Data<'readTreasury'>;
const REFRESH_MS = 30_000;

/** Wallet balances against liabilities, and how the chains are scanned. */
export function TreasuryPanel({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('admin');
  const { data, error, isError, refetch } = useQuery({
    ...query('readTreasury'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className={classes.pair}>
      <Panel title={t('treasury.title')} aside={data && <Cover treasury={data} />}>
        {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {!isError && !data && <Skeleton height={180} />}
        {data && (
          <>
            <Sums treasury={data} />
            <Wallets treasury={data} />
            <Addresses treasury={data} />
          </>
        )}
      </Panel>
      <div className={classes.health}>
        <Panel title={t('treasury.chains')}>
          {data ? <ChainsInOrder treasury={data} /> : <Skeleton height={120} />}
        </Panel>
        {children}
      </div>
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

const PARTS = ['balances', 'unmatched', 'held', 'small', 'commission'] as const;

/** Whom each part is owed to. */
const LISTS: Record<(typeof PARTS)[number], string> = {
  balances: '/admin/user?sort=-balance',
  unmatched: '/admin/recharge?tab=deposits&state=unmatched&with_dust=true',
  held: '/admin/recharge?tab=deposits&state=held',
  small: '/admin/recharge?tab=deposits&state=small',
  commission: '/admin/agent?sort=-commission_balance',
};

function Sums({ treasury }: { treasury: Treasury }) {
  const { t } = useTranslation('admin');
  return (
    <dl className={classes.sums}>
      <dt className={classes.strong}>{t('treasury.onChain')}</dt>
      <dd className={classes.strong}>
        <Money amount={treasury.on_chain} />
      </dd>
      {treasury.addresses.length > 0 &&
        (
          [
            ['onWallets', treasury.on_wallets],
            ['onAddresses', treasury.on_addresses],
          ] as const
        ).map(([name, amount]) => (
          <div key={name} className={classes.part}>
            <dt>{t(`treasury.${name}`)}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
      <dt className={classes.strong}>{t('treasury.owed')}</dt>
      <dd className={classes.strong}>
        <Money amount={treasury.owed} />
      </dd>
      {PARTS.map((part) => (
        <div key={part} className={classes.part}>
          <dt>{t(`treasury.to.${part}`)}</dt>
          <dd>
            <Anchor
              component={Link}
              inherit
              to={LISTS[part]}
              aria-label={`${t(`treasury.to.${part}`)}: ${treasury.owed_to[part]} USDT`}
            >
              <Money amount={treasury.owed_to[part]} />
            </Anchor>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TONES = { following: 'good', stalled: 'warn', disagreeing: 'warn', halted: 'bad' } as const;

/** One line while all of them are followed; else each, so that what is wrong is in sight. */
function ChainsInOrder({ treasury }: { treasury: Treasury }) {
  const { t } = useTranslation('admin');
  const { list } = usePunctuation();
  const { chains } = treasury;
  const isInOrder = chains.every(({ state, reasons }) => state === 'following' && reasons.length === 0);
  if (!isInOrder || chains.length === 0) return <Chains treasury={treasury} />;
  return (
    <Folded
      summary={
        <>
          <StatusBadge tone="good" isLive>
            {t('board.allFollowing')}
          </StatusBadge>{' '}
          {list(chains.map(({ type }) => networkName(type)))}
        </>
      }
    >
      <Chains treasury={treasury} />
    </Folded>
  );
}

function Chains({ treasury }: { treasury: Treasury }) {
  const { t } = useTranslation('admin');
  const wordFindings = useFindings();
  return (
    <ul className={classes.chains}>
      {treasury.chains.map((chain) => (
        <li key={chain.chain_id}>
          <p>
            <strong>{networkName(chain.type)}</strong>
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
          {chain.reasons.length > 0 && <p className={classes.quiet}>{wordFindings(...chain.reasons)}</p>}
        </li>
      ))}
    </ul>
  );
}

/** The balance of each of the shop's wallets, linked to its explorer. */
function Wallets({ treasury }: { treasury: Treasury }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const wordFindings = useFindings();
  return (
    <ul className={classes.wallets}>
      {treasury.wallets.map(({ type, chain_id: chain, wallet_address: address, ...wallet }) => (
        <li key={`${chain} ${address}`}>
          <p>
            <span>{networkName(type)}</span>
            {wallet.on_chain === null ? '–' : <Money amount={wallet.on_chain} />}
          </p>
          <p className={classes.quiet}>
            <LinkedCode href={addressPage(type, chain, address)} text={address} />
            <span>{t('treasury.lookedAt', { time: formatRelative(wallet.looked_at, language) })}</span>
          </p>
          {wallet.problem && <StatusBadge tone="bad">{wordFindings(wallet.problem)}</StatusBadge>}
        </li>
      ))}
    </ul>
  );
}

/** What is on buyers' own addresses, by network, and the way to move it. */
function Addresses({ treasury: { addresses } }: { treasury: Treasury }) {
  const { t } = useTranslation('admin');
  const { space } = usePunctuation();
  if (addresses.length === 0) return null;
  return (
    <>
      <ul className={classes.wallets}>
        {addresses.map(({ type, amount }) => (
          <li key={type}>
            <p>
              <span>{networkName(type)}</span>
              <Money amount={amount} />
            </p>
            <p className={classes.quiet}>
              <span>{t('treasury.addresses')}</span>
              <span>{t('treasury.byRecord')}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        {t('treasury.sweepNote')}
        {space}
        <Allowed to="readSweeping">
          <Link to="/admin/recharge?tab=sweeping">{t('treasury.toSweeping')}</Link>
        </Allowed>
      </p>
    </>
  );
}
