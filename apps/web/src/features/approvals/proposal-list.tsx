import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { itemsOf } from '../../lib/api/items-of.ts';
import { query } from '../../lib/api/query.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProposalCard } from './proposal-card.tsx';
import classes from './proposal-list.module.css';

/** More wait for nobody. */
const MOST = 500;
const REFRESH_MS = 20_000;

/** Changes that wait for a colleague, or for time: of all kinds, about one kind of thing, or about one thing. */
export function WaitingProposals({
  about,
  subject,
}: {
  about?: 'deposit' | 'paymentMethod';
  subject?: string;
}) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const {
    data: waiting,
    isError,
    refetch,
  } = useQuery({
    ...query('listProposals', { query: { state: 'open', limit: MOST, ...(subject && { subject }) } }),
    select: (page) => itemsOf(page).filter((one) => !about || one.subject.startsWith(`${about}:`)),
    refetchInterval: REFRESH_MS,
  });
  if (isError && !waiting) return <FailedState onRetry={() => void refetch()} />;
  if (!waiting) return <Skeleton height={60} />;
  if (waiting.length === 0) return null;

  // An applied change may have changed anything.
  const settle = async (act: Promise<unknown>) => {
    await act;
    await client.invalidateQueries();
  };
  return (
    <Panel id="proposals" title={t('approvals.title')}>
      <ul className={classes.list}>
        {waiting.map((proposal) => (
          <li key={proposal.id}>
            <ProposalCard
              proposal={proposal}
              onApprove={() => settle(call('approveProposal', { params: { id: proposal.id } }))}
              onVeto={(reason) =>
                settle(call('vetoProposal', { params: { id: proposal.id }, body: { reason } }))
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
