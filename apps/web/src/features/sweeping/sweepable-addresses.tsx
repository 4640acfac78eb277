import type { SweepableAddress } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/use-page.ts';
import { listNetworks, networkName } from '../../lib/networks.ts';
import { DateTime } from '../../ui/data/date-time.tsx';
import { Money } from '../../ui/data/money.tsx';
import { downloadTable } from '../../ui/table/download-table.ts';
import { ChoiceFilter, TextFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { tableQuery } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';

const FILTERS = ['type', 'worth_sweeping', 'address'] as const;

/** Addresses with a balance, the largest amount first. Its file is what `portside sweep` reads. */
export function SweepableAddresses() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS);
  const columns = useColumns();
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
      onExport={() => downloadTable('exportSweepable', query, 'sweepable.csv')}
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

function useColumns(): TableColumn<SweepableAddress>[] {
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
      render: ({ address }) => <code>{address}</code>,
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
      render: ({ wallet_address: address }) => <code>{address}</code>,
    },
    {
      key: 'paid_at',
      title: t('sweeping.field.paid'),
      render: ({ paid_at: at }) => (at ? <DateTime at={at} /> : '–'),
    },
  ];
}
