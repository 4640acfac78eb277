import { hashIn } from '../../../ui/wallet/use-hash-problem.ts';
import type { AdminRecharge, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/query.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/export-button.tsx';
import { useTableAddress, type TableControls } from '../../../ui/table/table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { filterOf, FILTERS, FILTERED_RECHARGE_STATES, RECHARGE_STATUSES } from './filter-values.ts';
import { RechargeSheet, RechargeStateBadge } from './recharge-sheet.tsx';
import { Anchor } from '@mantine/core';
import { networkName, listNetworks } from '../../../lib/networks/networks.ts';
import { Money, DateTime } from '../../../ui/data/money.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { shorten } from '../payment-text.ts';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';

/** Top-ups of all buyers. */
export function AllRecharges() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllRecharges);
  const [opened, open] = useOpened();
  const columns = useRechargeColumns();
  const filter = filterOf(controls.address);
  const { limit, sort, cursor } = controls.address;
  const asked = { ...filter, limit, ...(sort && { sort }), ...(cursor && { cursor }) };
  const recharges = usePage('listAllRecharges', { query: asked });
  const save = (format: TableFormat) => downloadTable('exportRecharges', filter, 'top-ups', format);
  return (
    <>
      <ListTable<AdminRecharge>
        name="recharges"
        label={t('recharges.title')}
        columns={columns}
        controls={controls}
        list={recharges}
        exportOf="exportRecharges"
        onExport={save}
        rowKey={({ order_id: id }) => id}
        onOpen={({ order_id: id }) => open(id)}
      >
        <RechargesFilter controls={controls} />
      </ListTable>
      {opened !== null && <RechargeSheet orderId={opened} onClose={() => open(null)} />}
    </>
  );
}

function useRechargeColumns(): TableColumn<AdminRecharge>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'order_id',
      title: t('recharges.field.order_id'),
      render: ({ order_id: id }) => <code translate="no">{id}</code>,
    },
    { key: 'buyer', title: t('recharges.field.buyer'), render: ({ buyer }) => buyer.username },
    { key: 'type', title: t('recharges.field.type'), render: ({ type }) => networkName(type) },
    {
      key: 'asked',
      title: t('recharges.field.asked'),
      align: 'end',
      isExtra: true,
      render: ({ amount }) => <Money amount={amount} hasUnit={false} />,
    },
    {
      key: 'pay_amount',
      title: t('recharges.field.to_pay'),
      align: 'end',
      render: ({ pay_amount: amount }) => <Money amount={amount} hasUnit={false} />,
    },
    {
      key: 'received',
      title: t('recharges.field.received'),
      align: 'end',
      render: ({ credited_amount: amount }) => (amount ? <Money amount={amount} hasUnit={false} /> : '–'),
    },
    {
      // The stage beside it says more.
      key: 'status',
      isExtra: true,
      title: t('recharges.field.status'),
      render: ({ status }) => t(`recharges.status.${status}`),
    },
    {
      key: 'state',
      title: t('recharges.field.state'),
      render: (recharge) => <RechargeStateBadge recharge={recharge} />,
    },
    {
      key: 'tx_hash',
      title: t('recharges.field.tx_hash'),
      render: ({ tx_hash: hash, tx_url: url }) => <Linked text={hash} url={url} />,
    },
    {
      key: 'sender',
      title: t('recharges.field.sender'),
      isExtra: true,
      render: ({ sender_address: address, sender_url: url }) => <Linked text={address} url={url} />,
    },
    {
      key: 'receiver',
      title: t('recharges.field.receiver'),
      isExtra: true,
      render: ({ receiver_address: address, receiver_url: url }) => <Linked text={address} url={url} />,
    },
    {
      key: 'created_at',
      title: t('recharges.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
  ];
}

/** A shortened hash or address, linked to the explorer; in full as tooltip and in the sheet. */
function Linked({ text, url }: { text: string | null; url: string | null }) {
  if (text === null) return '–';
  const code = (
    <code translate="no" title={text}>
      {shorten(text)}
    </code>
  );
  if (url === null) return code;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      {code}
    </Anchor>
  );
}

type Controls = TableControls<(typeof FILTERS)[number]>;

/** All filters of the top-up list; they combine with AND. */
function RechargesFilter({ controls }: { controls: Controls }) {
  const { t } = useTranslation('admin');
  const text = (name: 'order_id' | 'buyer' | 'address') => (
    <TextFilter controls={controls} name={name} label={t(`recharges.field.${name}`)} />
  );
  return (
    <>
      {text('order_id')}
      {text('buyer')}
      <ChoiceFilter
        controls={controls}
        name="status"
        label={t('recharges.field.status')}
        options={RECHARGE_STATUSES.map((value) => ({ value, label: t(`recharges.status.${value}`) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="state"
        label={t('recharges.field.state')}
        options={FILTERED_RECHARGE_STATES.map((value) => ({ value, label: t(`recharges.state.${value}`) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="type"
        label={t('recharges.field.type')}
        options={listNetworks().map((value) => ({ value, label: networkName(value) }))}
      />
      <TextFilter controls={controls} name="tx_hash" label={t('recharges.field.tx_hash')} clean={hashIn} />
      {text('address')}
      <DaysFilter controls={controls} />
    </>
  );
}
