import type { AdminDeposit } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { networkName } from '../../lib/networks.ts';
import { Money } from '../../ui/data/money.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { DateTime } from '../../ui/data/date-time.tsx';
import { DepositStateBadge } from './deposit-state-badge.tsx';

export function useDepositColumns(): TableColumn<AdminDeposit>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'amount',
      title: t('deposits.field.amount'),
      render: ({ amount }) => <Money amount={amount} />,
    },
    {
      key: 'state',
      title: t('deposits.field.state'),
      render: ({ state }) => <DepositStateBadge state={state} />,
    },
    { key: 'type', title: t('deposits.field.type'), render: ({ type }) => networkName(type) },
    {
      key: 'username',
      title: t('deposits.field.username'),
      render: ({ username }) => username ?? '–',
    },
    {
      key: 'order',
      title: t('deposits.field.order'),
      render: ({ order_id: id }) => (id ? <code>{id}</code> : '–'),
    },
    {
      key: 'hash',
      title: t('deposits.field.tx_hash'),
      render: ({ tx_hash: hash }) => (
        <code title={hash}>
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </code>
      ),
    },
    {
      key: 'sender',
      title: t('deposits.field.sender'),
      isExtra: true,
      render: ({ sender_address: address }) => <code>{address}</code>,
    },
    {
      key: 'recorded_at',
      title: t('deposits.field.time'),
      render: ({ block_time: at }) => <DateTime at={at} />,
    },
  ];
}
