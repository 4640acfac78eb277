import { Button, TextInput } from '@mantine/core';
import type { Proposal } from '@portside/contract';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { usePermissionName } from '../../locales/permission-name.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { ConfirmButton } from '../../ui/buttons/confirm-button.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './pending-proposals.module.css';

export type Answers = {
  onApprove: () => Promise<void>;
  onVeto: (reason: string) => Promise<void>;
};

/** Approve and reject, with what each leads to. Readers who may not approve see who may. */
export function ProposalActions({ proposal, onApprove, onVeto }: { proposal: Proposal } & Answers) {
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
