import { Skeleton } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemsOf } from '../../lib/api/items-of.ts';
import { query } from '../../lib/api/query.ts';
import { LoadFailure } from '../../ui/messages/load-failure.tsx';
import { MethodCard } from './method-card.tsx';
import { MethodForm } from './method-form.tsx';
import { listNetworks } from '../../lib/networks.ts';
import classes from './payment-methods.module.css';
import { RetiredMethods } from './retired-methods.tsx';

/** Payment methods: the active one of each network, and retired ones. */
export function PaymentMethods() {
  const [edited, edit] = useState<Network | null>(null);
  const { data, error, isError, refetch } = useQuery({ ...query('listPaymentMethods'), select: itemsOf });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const activeOf = (type: Network) => data.find((one) => one.type === type && one.retired_at === null);
  return (
    <>
      <div className={classes.cards}>
        {listNetworks().map((type) => (
          <MethodCard
            key={type}
            type={type}
            method={activeOf(type)}
            isUnsealed={data.some((one) => one.type === type && !one.sealed)}
            onEdit={() => edit(type)}
          />
        ))}
      </div>
      <RetiredMethods methods={data.filter(({ retired_at: at }) => at !== null)} />
      {edited && (
        <MethodForm
          type={edited}
          method={activeOf(edited)}
          isFirst={data.length === 0}
          onClose={() => edit(null)}
        />
      )}
    </>
  );
}
