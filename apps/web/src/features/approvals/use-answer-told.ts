import type { Proposal } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { toastFailure, toastSuccess } from '../../ui/messages/toasts.tsx';
import { resultOf, wordsForOutcome, type Outcome } from './outcome-words.ts';

/** Why a proposal failed, in the reader's language where there are words for it. */
export function useOutcome(): (proposal: Outcome) => string {
  const { t } = useTranslation(['translation', 'admin']);
  return (proposal) => {
    const words = wordsForOutcome(proposal);
    return words ? t(words) : proposal.outcome;
  };
}

/** Tells whoever said yes what came of it. */
export function useAnswerTold(): (proposal: Proposal) => void {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const outcomeOf = useOutcome();
  return (proposal) => {
    const result = resultOf(proposal);
    const at = proposal.due_at && formatDateTime(proposal.due_at, language);
    if (result === 'failed')
      toastFailure('answer', t('approvals.told.failed', { reason: outcomeOf(proposal) }));
    else toastSuccess('answer', t(`approvals.told.${result}`, { at }));
  };
}
