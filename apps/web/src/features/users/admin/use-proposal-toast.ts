import type { Proposable } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';

/** Tells that a change waits for a second person; silent where it was made at once. */
export function useProposalToast(): (answer: Proposable) => void {
  const { t } = useTranslation('admin');
  return ({ proposal }) => {
    if (proposal?.state === 'proposed' || proposal?.state === 'cooling')
      toastSuccess('user', t('users.proposed'));
  };
}
