import { Skeleton } from '@mantine/core';
import type { Proposal } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { itemsOf } from '../../lib/api/items-of.ts';
import { query } from '../../lib/api/query.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProposalCard } from './proposal-card.tsx';
import classes from './proposal-list.module.css';

const OPEN = new Set<Proposal['state']>(['proposed', 'approved', 'cooling']);
const REFRESH_MS = 20_000;

/** Changes that wait for a colleague, or for time, of one thing or all; nothing where none does. */
export function WaitingProposals({ subject }: { subject?: string }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    ...query('listProposals', { query: { limit: '50', ...(subject && { subject }) } }),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  const waiting = data?.filter(({ state }) => OPEN.has(state));
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={60} />;
  if (waiting?.length === 0) return null;

  // An applied change may have changed anything.
  const settle = async (act: Promise<unknown>) => {
    await act;
    await client.invalidateQueries();
  };
  return (
    <Panel title={t('approvals.title')}>
      <ul className={classes.list}>
        {waiting?.map((proposal) => (
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
