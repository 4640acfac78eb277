import type { Proposal } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { toastFailure, toastSuccess } from '../../ui/messages/toasts.tsx';
import { resultOf, outcomeMessageKey, type Outcome } from './outcome-message.ts';

/** Why a proposal failed, in the reader's language where there is a translation. */
export function useOutcomeMessage(): (proposal: Outcome) => string {
  const { t } = useTranslation(['translation', 'admin']);
  return (proposal) => {
    const words = outcomeMessageKey(proposal);
    return words ? t(words) : proposal.outcome;
  };
}

/** Shows the result of an approval. */
export function useDecisionToast(): (proposal: Proposal) => void {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const outcomeOf = useOutcomeMessage();
  return (proposal) => {
    const result = resultOf(proposal);
    const at = proposal.due_at && formatDateTime(proposal.due_at, language);
    if (result === 'failed')
      toastFailure('answer', t('approvals.told.failed', { reason: outcomeOf(proposal) }));
    else toastSuccess('answer', t(`approvals.told.${result}`, { at }));
  };
}
