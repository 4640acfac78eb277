import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { storedState } from '../../lib/stored/stored-state.ts';
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
    const { proposed_by: proposer } = await call('vetoProposal', { params: { id }, body: { reason } });
    const isOwn = proposer === storedState().user?.username;
    toastSuccess('answer', t(`approvals.told.${isOwn ? 'takenBack' : 'vetoed'}`));
    await client.invalidateQueries();
  };
  return { approve, veto };
}
