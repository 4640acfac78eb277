import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';
import type { Role, Proposable } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { toastSuccess } from '../../ui/messages/toasts.tsx';

/** Refetches all lists and sheets of users. */
export function useUsersChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listUsers', 'readUser', 'listUserSessions', 'listMovements', 'listProposals'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}

/** A role as an option; one that exceeds the reader's permissions is disabled and says so. */
export function useRoleOption() {
  const { t } = useTranslation('admin');
  return ({ id, name, can_grant: canGrant }: Role) => ({
    value: id,
    label: canGrant ? name : t('users.roleBeyond', { name }),
    disabled: !canGrant,
  });
}

/** Says that a change waits for a second person; silent if it took effect at once. */
export function useProposalToast(): (answer: Proposable) => void {
  const { t } = useTranslation('admin');
  return ({ proposal }) => {
    if (proposal?.state === 'proposed' || proposal?.state === 'cooling')
      toastSuccess('user-proposed', t('users.proposed'));
  };
}
