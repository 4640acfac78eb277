import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query, usePage } from '../../lib/api/query.ts';
import { useSearchParams } from '../../lib/site-location.tsx';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { NetworkPanel, UnreadAddresses } from './network-panel.tsx';
import { SweepSheet } from './sweep-sheet.tsx';
import type { SweepTarget } from './sweep-steps.ts';
import classes from './sweeping.module.css';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import type { SweepableAddress, Sweep } from '@portside/contract';
import { listNetworks, networkName } from '../../lib/networks/networks.ts';
import { DateTime, Money } from '../../ui/data/money.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { LinkedCode } from '../../ui/data/address-text.tsx';

const REFRESH_MS = 15_000;
const LISTS = { addresses: SweepableAddresses, sweeps: RecordedSweeps } as const;
type List = keyof typeof LISTS;

/**
 * What is on buyers' own addresses, what sweeping costs, and the way to do it; below, every address and every sweep.
 */
export function Sweeping() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [target, sweep] = useState<SweepTarget | null>(null);
  const [search, setSearch] = useSearchParams();
  const list: List = search.get('list') === 'sweeps' ? 'sweeps' : 'addresses';
  /** Page and filters belong to the other list. */
  const show = (value: string): void => {
    const kept = new URLSearchParams(search.has('tab') ? { tab: search.get('tab')! } : {});
    if (value === 'sweeps') kept.set('list', value);
    setSearch(kept, { replace: true, preventScrollReset: true });
  };
  const { data, error, isError, refetch } = useQuery({
    ...query('readSweeping'),
    refetchInterval: REFRESH_MS,
  });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  const Shown = LISTS[list];
  return (
    <>
      <p className={classes.lede}>{t('sweeping.lede', { minimum: formatUsdt(data.minimum, language) })}</p>
      {data.networks.length === 0 && <Callout tone="info">{t('sweeping.noFactory')}</Callout>}
      <div className={classes.networks}>
        {data.networks.map((network) => (
          <NetworkPanel
            key={network.type}
            network={network}
            onSweep={(factory) => sweep({ network, factory })}
          />
        ))}
      </div>
      {data.unread.map((chain) => (
        <UnreadAddresses key={`${chain.type} ${chain.chain_id}`} chain={chain} />
      ))}
      <ChoiceRow
        className={classes.lists}
        aria-label={t('sweeping.list.label')}
        value={list}
        onChange={show}
        data={(['addresses', 'sweeps'] as const).map((value) => ({
          value,
          label: t(`sweeping.list.${value}`),
        }))}
      />
      <Shown key={list} />
      {target && <SweepSheet target={target} onClose={() => sweep(null)} />}
    </>
  );
}

const FILTERS = ['type', 'worth_sweeping', 'address'] as const;

/** Addresses with a balance, the largest amount first. Its file is what `portside sweep` reads. */
function SweepableAddresses() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS);
  const columns = useSweepableAddressesColumns();
  const { type, worth_sweeping, ...wanted } = tableQuery(controls.address);
  const knownType = listNetworks().find((one) => one === type);
  const query = {
    ...wanted,
    ...(knownType && { type: knownType }),
    ...(worth_sweeping === 'true' && { worth_sweeping: 'true' as const }),
  };
  const list = usePage('listSweepable', { query });
  return (
    <ListTable<SweepableAddress>
      name="sweepable"
      label={t('sweeping.list.addresses')}
      columns={columns}
      controls={controls}
      list={list}
      exportOf="exportSweepable"
      onExport={(format) => downloadTable('exportSweepable', query, 'sweepable', format)}
      rowKey={({ chain_id, address }) => `${chain_id} ${address}`}
    >
      <ChoiceFilter
        controls={controls}
        name="type"
        label={t('sweeping.field.network')}
        options={listNetworks().map((value) => ({ value, label: networkName(value) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="worth_sweeping"
        label={t('sweeping.field.amount')}
        options={[{ value: 'true', label: t('sweeping.onlyWorth') }]}
      />
      <TextFilter controls={controls} name="address" label={t('sweeping.field.address')} />
    </ListTable>
  );
}

function useSweepableAddressesColumns(): TableColumn<SweepableAddress>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'amount',
      title: t('sweeping.field.amount'),
      render: ({ amount }) => <Money amount={amount} />,
    },
    { key: 'type', title: t('sweeping.field.network'), render: ({ type }) => networkName(type) },
    {
      key: 'address',
      title: t('sweeping.field.address'),
      render: ({ address }) => <code translate="no">{address}</code>,
    },
    { key: 'username', title: t('sweeping.field.buyer'), render: ({ username }) => username },
    {
      key: 'swept_before',
      title: t('sweeping.field.before'),
      render: ({ swept_before: wasSwept }) => t(wasSwept ? 'sweeping.sweptBefore' : 'sweeping.neverSwept'),
    },
    {
      key: 'treasury',
      title: t('sweeping.field.treasury'),
      isExtra: true,
      render: ({ wallet_address: address }) => <code translate="no">{address}</code>,
    },
    {
      key: 'paid_at',
      title: t('sweeping.field.paid'),
      render: ({ paid_at: at }) => (at ? <DateTime at={at} /> : '–'),
    },
  ];
}

/** Every sweep in the books, newest first, whoever sent it. */
function RecordedSweeps() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['type']);
  const columns = useRecordedSweepsColumns();
  const { type, ...wanted } = tableQuery(controls.address);
  const knownType = listNetworks().find((one) => one === type);
  const query = { ...wanted, ...(knownType && { type: knownType }) };
  const list = usePage('listSweeps', { query });
  return (
    <ListTable<Sweep>
      name="sweeps"
      label={t('sweeping.list.sweeps')}
      columns={columns}
      controls={controls}
      list={list}
      exportOf="exportSweeps"
      onExport={(format) => downloadTable('exportSweeps', query, 'sweeps', format)}
      rowKey={({ chain_id, tx_hash, wallet_address }) => `${chain_id} ${tx_hash} ${wallet_address}`}
    >
      <ChoiceFilter
        controls={controls}
        name="type"
        label={t('sweeping.field.network')}
        options={listNetworks().map((value) => ({ value, label: networkName(value) }))}
      />
    </ListTable>
  );
}

function useRecordedSweepsColumns(): TableColumn<Sweep>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'amount',
      title: t('sweeping.field.amount'),
      render: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'addresses',
      title: t('sweeping.field.addresses'),
      render: ({ addresses }) => <span className="figures">{addresses}</span>,
    },
    { key: 'type', title: t('sweeping.field.network'), render: ({ type }) => networkName(type) },
    {
      key: 'hash',
      title: t('sweeping.field.transaction'),
      render: ({ tx_hash: hash, tx_url: url }) => (
        <LinkedCode href={url} text={hash}>
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </LinkedCode>
      ),
    },
    {
      key: 'treasury',
      title: t('sweeping.field.treasury'),
      render: ({ wallet_address: address }) => <code translate="no">{address}</code>,
    },
    {
      key: 'block_time',
      title: t('sweeping.field.time'),
      render: ({ block_time: at }) => <DateTime at={at} />,
    },
  ];
}
