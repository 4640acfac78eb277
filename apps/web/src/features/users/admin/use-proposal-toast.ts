import type { Proposable } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';

/** Announces that a change waits for a second person; nothing if it was made at once. */
export function useProposalToast(): (answer: Proposable) => void {
  const { t } = useTranslation('admin');
  return ({ proposal }) => {
    if (proposal?.state === 'proposed' || proposal?.state === 'cooling')
      toastSuccess('user-proposed', t('users.proposed'));
  };
}
