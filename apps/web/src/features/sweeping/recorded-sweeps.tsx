import type { Sweep } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/use-page.ts';
import { listNetworks, networkName } from '../../lib/networks.ts';
import { DateTime } from '../../ui/data/date-time.tsx';
import { LinkedCode } from '../../ui/data/linked-code.tsx';
import { Money } from '../../ui/data/money.tsx';
import { downloadTable } from '../../ui/table/download-table.ts';
import { ChoiceFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { tableQuery } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { useTableAddress } from '../../ui/table/use-table-address.ts';

/** Every sweep in the books, newest first, whoever sent it. */
export function RecordedSweeps() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['type']);
  const columns = useColumns();
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
      onExport={() => downloadTable('exportSweeps', query, 'sweeps.csv')}
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

function useColumns(): TableColumn<Sweep>[] {
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
      render: ({ wallet_address: address }) => <code>{address}</code>,
    },
    {
      key: 'block_time',
      title: t('sweeping.field.time'),
      render: ({ block_time: at }) => <DateTime at={at} />,
    },
  ];
}
