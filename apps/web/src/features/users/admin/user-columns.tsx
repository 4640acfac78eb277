import type { UserDetails } from '@portside/contract';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Money } from '../../../ui/data/money.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/date-time.tsx';
import { UserStatusBadge } from '../../../ui/data/user-status-badge.tsx';

export function useUserColumns(): TableColumn<UserDetails>[] {
  const { t } = useTranslation('admin');
  return [
    { key: 'username', title: t('users.field.username'), render: ({ username }) => username },
    { key: 'email', title: t('users.field.email'), render: ({ email }) => email },
    {
      key: 'balance',
      title: t('users.field.balance'),
      align: 'end',
      render: ({ exact_balance: balance }) => <Money amount={balance} />,
    },
    {
      key: 'status',
      title: t('users.field.status'),
      render: ({ status }) => <UserStatusBadge status={status} />,
    },
    { key: 'role', title: t('users.field.role'), render: ({ role }) => role?.name ?? '–' },
    { key: 'agent', title: t('users.field.agent'), render: ({ agent }) => agent?.username ?? '–' },
    {
      key: 'two_factor',
      title: t('users.field.twoFactor'),
      render: ({ two_factor: isOn }) =>
        isOn ? <IconShieldCheck size={18} aria-label={t('users.twoFactorOn')} /> : '–',
    },
    {
      key: 'created_at',
      title: t('users.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
  ];
}
