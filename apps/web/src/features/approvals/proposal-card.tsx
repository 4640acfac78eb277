import type { Proposal } from '@portside/contract';
import type { TextKey } from '../../locales/text-key.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatDateTime, formatCountdown } from '../../lib/format/times.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import classes from './proposals.module.css';
import { ProposalTerms } from './proposal-terms.tsx';
import { Button, TextInput } from '@mantine/core';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useState } from 'react';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useStored, storedState } from '../../lib/stored/stored-state.ts';
import { usePermissionName } from '../../locales/office-wording.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { useSecondsUntil } from '../../lib/browser/use-countdown.ts';
import { toastFailure, toastSuccess } from '../../ui/messages/toasts.tsx';
import { resultOf, outcomeMessageKey, type Outcome } from './proposal-outcome.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';

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
      {/* That of a payout is its user, whom the terms name. */}
      {kind !== 'payoutApproved' && (
        <p className={classes.reason}>
          <span>{t('approvals.reason')}</span>
          {reason || '–'}
        </p>
      )}
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

type Answers = {
  onApprove: () => Promise<void>;
  onVeto: (reason: string) => Promise<void>;
};

/** Approve and reject, with what each leads to. Readers who may not approve see who may. */
function ProposalActions({ proposal, onApprove, onVeto }: { proposal: Proposal } & Answers) {
  const { t } = useTranslation('admin');
  const own = useStored((s) => s.user?.username);
  const isOwn = proposal.proposed_by === own;
  const isForReader = proposal.beneficiary === own;
  const { can_approve: canApprove, state, cools_hours: hours } = proposal;
  const holds = useStored((s) => s.permissions.actions.includes(proposal.action));
  const permission = usePermissionName()(proposal.action);
  const { sentences } = usePunctuation();
  const approver = isOwn ? 'ownWaits' : isForReader ? 'forYou' : holds ? 'tied' : 'needs';
  return (
    <>
      <p className={classes.quiet}>
        {sentences(
          state === 'proposed' && !canApprove && t(`approvals.${approver}`, { permission }),
          t('approvals.mayStop'),
        )}
      </p>
      <div className={classes.answers}>
        {canApprove && (
          <ConfirmButton
            size="sm"
            confirmColor="marine"
            question={hours > 0 ? t('approvals.askCooling', { count: hours }) : t('approvals.askNow')}
            onConfirm={onApprove}
          >
            {t('approvals.approve')}
          </ConfirmButton>
        )}
        <Veto way={isOwn ? 'takeBack' : 'veto'} onVeto={onVeto} />
      </div>
    </>
  );
}

/** A colleague rejects a proposal, its proposer withdraws it. */
function Veto({ way, onVeto }: { way: 'veto' | 'takeBack'; onVeto: Answers['onVeto'] }) {
  const { t } = useTranslation('admin');
  const label = t(`approvals.${way}`);
  const [reason, setReason] = useState<string | null>(null);
  const veto = useThrottledAction(() => onVeto((reason ?? '').trim()));
  if (reason === null)
    return (
      <Button size="sm" variant="subtle" color="red" onClick={() => setReason('')}>
        {label}
      </Button>
    );
  return (
    <div className={classes.veto}>
      <TextInput
        label={t(`approvals.${way}Reason`)}
        description={t(`approvals.${way}Hint`)}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button size="sm" variant="default" onClick={() => setReason(null)}>
        {t('approvals.keep')}
      </Button>
      <ThrottledButton size="sm" color="red" action={veto} disabled={reason.trim().length < SHORTEST_REASON}>
        {label}
      </ThrottledButton>
    </div>
  );
}

/** Counts down to the moment a proposal takes effect; until then anyone may reject it. */
export function DueTime({ at }: { at: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const seconds = useSecondsUntil(new Date(at).getTime());
  return (
    <p className={classes.due}>
      <strong className="figures" role="timer">
        {formatCountdown(seconds)}
      </strong>
      {t('approvals.due', { at: formatDateTime(at, language) })}
    </p>
  );
}

/** Why a proposal failed, in the reader's language where there is a translation. */
function useOutcomeMessage(): (proposal: Outcome) => string {
  const { t } = useTranslation(['translation', 'admin']);
  return (proposal) => {
    const words = outcomeMessageKey(proposal);
    return words ? t(words) : proposal.outcome;
  };
}

/** Shows the result of an approval. */
function useDecisionToast(): (proposal: Proposal) => void {
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
