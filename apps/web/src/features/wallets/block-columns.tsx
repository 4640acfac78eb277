import type { BlockedWallet } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../ui/buttons/confirm-button.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { DateTime } from '../../ui/data/date-time.tsx';
import { useWalletsChanged } from './use-wallets-changed.ts';

export function useBlockColumns(): TableColumn<BlockedWallet>[] {
  const { t } = useTranslation('admin');
  const changed = useWalletsChanged();
  return [
    { key: 'address', title: t('wallets.field.address'), render: ({ address }) => <code>{address}</code> },
    { key: 'type', title: t('wallets.field.type'), render: ({ type }) => type },
    {
      key: 'list',
      title: t('wallets.field.list'),
      render: ({ list }) => (
        <StatusBadge tone={list === 'own' ? 'info' : 'warn'}>{t(`wallets.list.${list}`)}</StatusBadge>
      ),
    },
    { key: 'note', title: t('wallets.field.note'), render: ({ note }) => note },
    {
      key: 'created_at',
      title: t('wallets.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'unblock',
      title: t('wallets.unblock'),
      align: 'end',
      render: ({ id, list, address }) =>
        list === 'own' && (
          <Allowed to="unblockWallet">
            <ConfirmButton
              size="xs"
              variant="subtle"
              color="red"
              aria-label={t('wallets.unblockOne', { address })}
              question={t('wallets.askUnblock')}
              onConfirm={async () => {
                await call('unblockWallet', { params: { id } });
                await changed();
              }}
            >
              {t('wallets.unblock')}
            </ConfirmButton>
          </Allowed>
        ),
    },
  ];
}
