import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useDecisionToast } from './use-decision-toast.ts';

/** Approves or rejects a proposal, and shows the result. */
export function useProposalActions() {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const tell = useDecisionToast();
  // An applied change may affect any data.
  const approve = async (id: string) => {
    tell(await call('approveProposal', { params: { id } }));
    await client.invalidateQueries();
  };
  const veto = async (id: string, reason: string) => {
    await call('vetoProposal', { params: { id }, body: { reason } });
    toastSuccess('answer', t('approvals.told.vetoed'));
    await client.invalidateQueries();
  };
  return { approve, veto };
}
