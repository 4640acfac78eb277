import type { Proposal } from '@portside/contract';
import type { TextKey } from '../../locales/text-key.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { DueTime } from './due-time.tsx';
import { ProposalActions, type Answers } from './proposal-actions.tsx';
import classes from './pending-proposals.module.css';
import { ProposalTerms } from './proposal-terms.tsx';
import { useOutcomeMessage } from './use-decision-toast.ts';

/**
 * One proposal: what it changes, who proposed it and why, when it takes effect, and its actions. A failed one shows
 * the reason instead.
 */
export function ProposalCard({ proposal, ...answers }: { proposal: Proposal } & Partial<Answers>) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { kind, reason, state, proposed_by: by, due_at: due } = proposal;
  const { approved_by: approver, approved_at: approvedAt } = proposal;
  const { onApprove, onVeto } = answers;
  const hasFailed = state === 'failed';
  const outcomeOf = useOutcomeMessage();
  const { sentences } = usePunctuation();
  const at = (iso: string) => formatDateTime(iso, language);
  return (
    <article className={classes.card}>
      <header>
        <strong>{t(`approvals.kind.${kind}` as TextKey<'admin'>, { defaultValue: kind })}</strong>
        <StatusBadge tone={hasFailed ? 'bad' : state === 'cooling' ? 'warn' : 'info'} isLive={!hasFailed}>
          {t(`approvals.state.${state}`)}
        </StatusBadge>
      </header>
      <ProposalTerms proposal={proposal} />
      <p className={classes.reason}>
        <span>{t('approvals.reason')}</span>
        {reason || '–'}
      </p>
      {hasFailed && <p>{t('approvals.told.failed', { reason: outcomeOf(proposal) })}</p>}
      {due && !hasFailed && <DueTime at={due} />}
      <p className={classes.quiet}>
        {sentences(
          t('approvals.by', { name: by ?? '–', at: at(proposal.proposed_at) }),
          approver && approvedAt && t('approvals.approvedBy', { name: approver, at: at(approvedAt) }),
          !due && t('approvals.lapses', { at: at(proposal.expires_at) }),
        )}
      </p>
      {onApprove && onVeto && <ProposalActions proposal={proposal} onApprove={onApprove} onVeto={onVeto} />}
    </article>
  );
}
