import { Anchor, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { formatDate } from '../../../lib/format/format-time.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { UserStatusBadge } from '../../../ui/data/user-status-badge.tsx';
import { AdjustForm } from './adjust-form.tsx';
import { EditUser } from './edit-user.tsx';
import { BalanceMovements } from './balance-movements.tsx';
import { UserAccess } from './user-access.tsx';
import classes from './user-sheet.module.css';

const WIDTH_PX = 640;

type Props = { id: string; pending: ReactNode; onClose: () => void };

/** One user as operators see them: balance, access and profile. */
export function UserSheet({ id, pending, onClose }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { data: user, error, isError, refetch } = useQuery(query('readUser', { params: { id } }));
  return (
    <Sheet title={user?.username ?? t('users.one')} side="end" size={WIDTH_PX} onClose={onClose}>
      {isError && !user && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!user && !isError && <Skeleton height={320} />}
      {user && (
        <>
          <p className={classes.head}>
            <UserStatusBadge status={user.status} />
            <strong>
              <Money amount={user.exact_balance} />
            </strong>
            <span>{user.email}</span>
            {user.role && <StatusBadge tone="info">{user.role.name}</StatusBadge>}
          </p>
          <p className={classes.head}>
            <Anchor component={Link} inherit to={`/admin/order?buyer=${encodeURIComponent(user.username)}`}>
              {t('frame.pages.order')}
            </Anchor>
            <Anchor component={Link} inherit to={`/admin/support?user=${user.id}`}>
              {t('support.conversation')}
            </Anchor>
            <span className={classes.quiet}>
              {t('users.since', { at: formatDate(user.created_at, language) })}
            </span>
          </p>
          <Tabs defaultValue="money" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="money">{t('users.tab.money')}</Tabs.Tab>
              <Tabs.Tab value="access">{t('users.tab.access')}</Tabs.Tab>
              <Tabs.Tab value="edit">{t('users.tab.edit')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="money" className={classes.panel}>
              {pending}
              <Allowed to="adjustBalance">
                <AdjustForm id={id} />
              </Allowed>
              <BalanceMovements id={id} />
            </Tabs.Panel>
            <Tabs.Panel value="access" className={classes.panel}>
              <UserAccess user={user} />
            </Tabs.Panel>
            <Tabs.Panel value="edit" className={classes.panel}>
              <EditUser user={user} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Sheet>
  );
}
