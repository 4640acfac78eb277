import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import { query } from '../../../lib/api/query.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { ChainCard } from './chain-card.tsx';
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
      {!data && !isError && <Skeleton height={180} />}
      <div className={classes.chains}>
        {data?.map((chain) => (
          <ChainCard key={chain.type} chain={chain} />
        ))}
      </div>
      <QuarantinedLogs />
    </>
  );
}
