import { Button, TextInput } from '@mantine/core';
import type { Proposal } from '@portside/contract';
import type { ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSecondsUntil } from '../../lib/countdown.ts';
import { formatCountdown } from '../../lib/format-countdown.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { useThrottledAction } from '../../lib/throttled-action.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ThrottledButton } from '../../ui/throttled-button.tsx';
import classes from './proposal-list.module.css';

const SHORTEST_REASON = 3;

type Props = {
  proposal: Proposal;
  onApprove: () => Promise<void>;
  onVeto: (reason: string) => Promise<void>;
};

/** One change that waits: its terms in full, who asked and why, and the two answers to it. */
export function ProposalCard({ proposal, onApprove, onVeto }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const approve = useThrottledAction(onApprove);
  const { kind, subject, terms, reason, state, proposed_by: by, due_at: due } = proposal;
  return (
    <article className={classes.card}>
      <header>
        <strong>{t(`approvals.kind.${kind}` as ParseKeys<'admin'>, { defaultValue: kind })}</strong>
        <StatusBadge tone={state === 'cooling' ? 'warn' : 'info'} isLive>
          {t(`approvals.state.${state}`)}
        </StatusBadge>
      </header>
      <p className={classes.quiet}>
        {t('approvals.by', { name: by ?? '–', at: formatDateTime(proposal.proposed_at, language) })}
      </p>
      <dl className={classes.terms}>
        <dt>{t('approvals.subject')}</dt>
        <dd>{subject}</dd>
        {Object.entries(terms).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
        <dt>{t('approvals.reason')}</dt>
        <dd>{reason}</dd>
      </dl>
      {due && <Due at={due} />}
      <div className={classes.answers}>
        {proposal.can_approve && (
          <ThrottledButton size="sm" action={approve}>
            {t('approvals.approve')}
          </ThrottledButton>
        )}
        <Veto onVeto={onVeto} />
      </div>
    </article>
  );
}

/** The way to its effect, counted down: in this time anybody can stop it. */
function Due({ at }: { at: string }) {
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

function Veto({ onVeto }: { onVeto: (reason: string) => Promise<void> }) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState<string | null>(null);
  const veto = useThrottledAction(() => onVeto((reason ?? '').trim()));
  if (reason === null)
    return (
      <Button size="sm" variant="subtle" color="red" onClick={() => setReason('')}>
        {t('approvals.veto')}
      </Button>
    );
  return (
    <>
      <TextInput
        aria-label={t('approvals.vetoReason')}
        placeholder={t('approvals.vetoReason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ThrottledButton size="sm" color="red" action={veto} disabled={reason.trim().length < SHORTEST_REASON}>
        {t('approvals.veto')}
      </ThrottledButton>
    </>
  );
}
