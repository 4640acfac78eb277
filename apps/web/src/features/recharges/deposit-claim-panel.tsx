import { Button, Skeleton } from '@mantine/core';
import type { DepositClaim, Network } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { withTexts } from '../../locales/language.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { shorten } from './payment-text.ts';
import classes from './address/address.module.css';

/** Rarely needed: its code and the wallets' load when it is opened. */
const DepositClaimSheet = lazy(withTexts('named', () => import('./deposit-claim-sheet.tsx')));

const TONES = {
  waiting: 'neutral',
  seen: 'info',
  credited: 'good',
  refused: 'bad',
  notFound: 'warn',
} as const;
const REFRESH_MS = 10_000;

const isUndecided = ({ status }: DepositClaim): boolean => status === 'waiting' || status === 'seen';

type DepositClaimPanelProps = {
  lede?: string | undefined;
  type?: Network | undefined;
  hash?: string | undefined;
};

/**
 * Claims a payment that was not recognised, by a signature of the wallet that sent it. Folded until it is wanted, or a
 * claim goes on. `lede` says when to claim, if that is not an amount that differs; network and hash are filled in.
 */
export function DepositClaimPanel({ lede, type, hash }: DepositClaimPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const { data: claims } = useQuery({
    ...query('listDepositClaims'),
    select: itemsOf,
    refetchInterval: ({ state }) => (state.data?.items.some(isUndecided) ? REFRESH_MS : false),
  });
  const isGoing = claims?.some(isUndecided) === true;
  const [wasGoing, setWasGoing] = useState(false);
  if (isGoing && !wasGoing) setWasGoing(true);
  return (
    <>
      <Panel title={t('recharges.claim.title')} isFolded={!wasGoing}>
        <p className={classes.lede}>{lede ?? t('recharges.claim.lede')}</p>
        {claims && claims.length > 0 && (
          <ul className={classes.claims}>
            {claims.map((claim) => (
              <li key={`${claim.tx_hash}${claim.created_at}`}>
                <code translate="no" title={claim.tx_hash}>
                  {shorten(claim.tx_hash)}
                </code>
                {claim.amount && <span className="figures">{formatUsdt(claim.amount, language)} USDT</span>}
                <StatusBadge tone={TONES[claim.status]} isLive={isUndecided(claim)}>
                  {t(`recharges.claim.status.${claim.status}`)}
                </StatusBadge>
                {(claim.status === 'refused' || claim.status === 'notFound') && (
                  <p className={classes.why}>{t(`recharges.claim.why.${claim.status}`)}</p>
                )}
              </li>
            ))}
          </ul>
        )}
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('recharges.claim.open')}
        </Button>
      </Panel>
      {isOpen && (
        <Suspense fallback={<Skeleton height={0} />}>
          <DepositClaimSheet type={type} hash={hash} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
