import { nowMs } from '../../lib/clock.ts';
import { Skeleton } from '@mantine/core';
import type { Proposal } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { useEntry } from '../../lib/site-location.tsx';
import { useStored } from '../../lib/stored/stored-state.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { recentlyFailed } from './proposal-outcome.ts';
import { ProposalCard, useProposalActions } from './proposal-card.tsx';
import classes from './proposals.module.css';

/** The largest page that the server returns; more are never pending in practice. */
const MOST = 500;
/** The anchor that links name. */
const PART = 'proposals';
const MOST_FAILED = 50;
const REFRESH_MS = 20_000;

type Props = {
  about?: 'bonus' | 'deposit' | 'goods' | 'paymentMethod' | 'priceList' | 'redeemBatch' | 'settings';
  subject?: string;
  /** The username of whoever would benefit. */
  benefits?: string;
};

/**
 * Pending proposals: all of them, of one area, about one subject, or for one user. Below them the reader's own recent
 * failures.
 */
export function PendingProposals({ about, subject, benefits }: Props) {
  const { t } = useTranslation('admin');
  const { approve, veto } = useProposalActions();
  const isAsked = ({ subject: of, beneficiary }: Proposal) =>
    (!about || of.startsWith(`${about}:`)) && (!benefits || beneficiary === benefits);
  const {
    data: waiting,
    error,
    isError,
    refetch,
  } = useQuery({
    ...query('listProposals', { query: { state: 'open', limit: MOST, ...(subject && { subject }) } }),
    select: (page) => itemsOf(page).filter(isAsked),
    refetchInterval: REFRESH_MS,
  });
  const failed = useOwnFailed(subject).filter(isAsked);
  useScrollToProposals(waiting !== undefined);
  if (isError && !waiting) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!waiting) return <Skeleton height={60} />;

  return (
    <>
      {waiting.length > 0 && (
        <Panel id={PART} title={t('approvals.title')}>
          <ul className={classes.list}>
            {waiting.map((proposal) => (
              <li key={proposal.id}>
                <ProposalCard
                  proposal={proposal}
                  onApprove={() => approve(proposal.id)}
                  onVeto={(reason) => veto(proposal.id, reason)}
                />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {failed.length > 0 && (
        <Panel id="failed-proposals" title={t('approvals.failedTitle')}>
          <ul className={classes.list}>
            {failed.map((proposal) => (
              <li key={proposal.id}>
                <ProposalCard proposal={proposal} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

/** Failed proposals that the reader proposed or approved, newest first. */
function useOwnFailed(subject: string | undefined): Proposal[] {
  const own = useStored((s) => s.user?.username);
  const { data = [] } = useQuery({
    ...query(
      'listProposals',
      { query: { state: 'failed', limit: MOST_FAILED, ...(subject && { subject }) } },
      { isQuiet: true },
    ),
    select: (page) => recentlyFailed(itemsOf(page), own, nowMs()),
    refetchInterval: REFRESH_MS,
  });
  return data;
}

/** Scrolls here for an address that names this part: it was not on the page yet when the browser looked for it. */
function useScrollToProposals(isLoaded: boolean): void {
  const { hash, scroll } = useEntry();
  const isWanted = hash === `#${PART}` && typeof scroll !== 'number';
  useEffect(() => {
    if (isLoaded && isWanted) document.getElementById(PART)?.scrollIntoView();
  }, [isLoaded, isWanted]);
}
