import { Anchor } from '@mantine/core';
import type { AdminRecharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { networkName } from '../../../lib/networks.ts';
import { Money } from '../../../ui/data/money.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/date-time.tsx';
import { shorten } from '../history/shorten.ts';
import { RechargeStateBadge } from './recharge-state-badge.tsx';
import { ToPay } from './to-pay.tsx';

export function useRechargeColumns(): TableColumn<AdminRecharge>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'order_id',
      title: t('recharges.field.order_id'),
      render: ({ order_id: id }) => <code>{id}</code>,
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
      render: (recharge) => <ToPay recharge={recharge} />,
    },
    {
      key: 'received',
      title: t('recharges.field.received'),
      align: 'end',
      render: ({ credited_amount: amount }) => (amount ? <Money amount={amount} hasUnit={false} /> : '–'),
    },
    {
      key: 'status',
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
  const code = <code title={text}>{shorten(text)}</code>;
  if (url === null) return code;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      {code}
    </Anchor>
  );
}
