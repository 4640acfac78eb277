import { Skeleton } from '@mantine/core';
import type { Network, KeptPaymentMethod } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { itemsOf, query } from '../../lib/api/query.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { MethodCard } from './method-card.tsx';
import { MethodForm } from './method-form.tsx';
import { listNetworks } from '../../lib/networks/networks.ts';
import classes from './payment-methods.module.css';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatDate } from '../../lib/format/times.ts';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

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

const WATCHED_MS = 90 * 24 * 3_600_000;

/** Retired addresses; payments to them are watched for 90 days, with a factory permanently. */
function RetiredMethods({ methods }: { methods: readonly KeptPaymentMethod[] }) {
  const { t } = useTranslation('admin');
  const columns = useColumns();
  if (methods.length === 0) return null;
  return (
    <Panel title={t('paymentMethods.retired')}>
      <DataList
        label={t('paymentMethods.retired')}
        columns={columns}
        rows={methods}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Panel>
  );
}

function useColumns(): Column<KeptPaymentMethod>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    {
      key: 'network',
      title: t('paymentMethods.field.chain'),
      render: ({ network_name: name }) => name,
    },
    {
      key: 'wallet',
      title: t('paymentMethods.field.wallet'),
      onCard: 'wide',
      render: ({ wallet_address: address }) => <code translate="no">{address}</code>,
    },
    {
      key: 'retired',
      title: t('paymentMethods.field.retired'),
      render: ({ retired_at: at }) => at && formatDate(at, language),
    },
    {
      key: 'watched',
      title: t('paymentMethods.field.watched'),
      // What is on the addresses of a factory can be swept to its wallet at any time.
      render: ({ retired_at: at, factory_address: factory }) =>
        factory !== null
          ? t('paymentMethods.watchedAlways')
          : at && formatDate(new Date(new Date(at).getTime() + WATCHED_MS).toISOString(), language),
    },
  ];
}
