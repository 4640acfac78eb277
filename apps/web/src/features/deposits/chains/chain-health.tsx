import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { listNetworks } from '../../../lib/networks.ts';
import { ChainCard } from './chain-card.tsx';
import { ChainCardSkeleton } from './chain-card-skeleton.tsx';
import classes from './chain-health.module.css';
import { QuarantinedLogs } from './quarantined-logs.tsx';

const REFRESH_MS = 10_000;

/** Scanning status per network, and quarantined logs. */
export function ChainHealth() {
  const { data, error, isError, refetch } = useQuery({
    ...query('listChains'),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <div className={classes.chains} aria-busy={!data && !isError}>
        {!data && !isError && listNetworks().map((network) => <ChainCardSkeleton key={network} />)}
        {data?.map((chain) => (
          <ChainCard key={chain.type} chain={chain} />
        ))}
      </div>
      <QuarantinedLogs />
    </>
  );
}
