import { NativeSelect } from '@mantine/core';
import type { UserDetails } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/use-may.ts';
import { call } from '../../../lib/api/call.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { ConfirmChoice } from './confirm-choice.tsx';
import { useProposalToast } from './use-proposal-toast.ts';
import { useRoleOption } from './use-role-option.ts';
import { useUsersChanged } from './use-users-changed.ts';

/** A user's role in the back office. */
export function UserRole({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const may = useMay();
  const roleOption = useRoleOption();
  const { data: roles = [] } = useQuery({ ...query('listRoles', {}, { isQuiet: true }), select: itemsOf });
  const now = user.role?.id ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const found = roles.map(roleOption);
  const isListed = !user.role || roles.some(({ id }) => id === now);
  const own = isListed || !user.role ? [] : [{ value: now, label: user.role.name }];
  const wanted = roles.find(({ id }) => id === chosen);
  const give = async () => {
    showProposal(
      await call('setUserRole', { params: { id: user.id }, body: chosen ? { role_id: chosen } : {} }),
    );
    await changed();
    setChosen(null);
  };
  return (
    <>
      <NativeSelect
        label={t('users.field.role')}
        value={chosen ?? now}
        disabled={!may('setUserRole')}
        data={[{ value: '', label: t('users.noRole') }, ...own, ...found]}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {chosen !== null && chosen !== now && (
        <ConfirmChoice onConfirm={give} onCancel={() => setChosen(null)}>
          {wanted
            ? t('users.give.role', { name: user.username, role: wanted.name })
            : t('users.give.noRole', { name: user.username, role: user.role?.name })}
        </ConfirmChoice>
      )}
    </>
  );
}
