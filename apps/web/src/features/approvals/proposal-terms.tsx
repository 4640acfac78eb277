import type { Proposal } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { AdminChangeTerms, EmailChangeTerms } from './admin-change-terms.tsx';
import { BalanceTerms } from './balance-terms.tsx';
import { DepositTerms } from './deposit-terms.tsx';
import { Fact } from './fact.tsx';
import { LimitTerms } from './limit-terms.tsx';
import classes from './pending-proposals.module.css';
import { RefundTerms } from './refund-terms.tsx';
import { TopUpsTerms, TreasuryTerms } from './treasury-terms.tsx';
import { UserImportTerms } from './user-import-terms.tsx';

/** What a proposal would change. An unknown kind shows its raw terms. */
export function ProposalTerms({ proposal }: { proposal: Proposal }) {
  const { kind, terms } = proposal;
  switch (kind) {
    case 'treasuryChangeApproved':
      return <TreasuryTerms terms={terms} />;
    case 'topUpsOnApproved':
      return <TopUpsTerms terms={terms} />;
    case 'adjustmentApproved':
      return <BalanceTerms terms={terms} />;
    case 'refundApproved':
      return <RefundTerms terms={terms} name="refundedAmount" />;
    case 'replacementApproved':
      return <RefundTerms terms={terms} name="replacedValue" />;
    case 'adminChangeApproved':
      return <AdminChangeTerms terms={terms} />;
    case 'emailChangeApproved':
      return <EmailChangeTerms terms={terms} />;
    case 'depositAssignmentApproved':
    case 'depositRejectionApproved':
    case 'depositReversalApproved':
      return <DepositTerms kind={kind} terms={terms} />;
    case 'userImportApproved':
      return <UserImportTerms terms={terms} />;
    case 'limitRaiseApproved':
      return <LimitTerms terms={terms} />;
    default:
      return <OtherTerms proposal={proposal} />;
  }
}

function OtherTerms({ proposal: { subject, terms } }: { proposal: Proposal }) {
  const { t } = useTranslation('admin');
  return (
    <dl className={classes.terms}>
      <Fact name={t('approvals.subject')}>{subject}</Fact>
      {Object.entries(terms).map(([name, value]) => (
        <Fact key={name} name={name}>
          {String(value)}
        </Fact>
      ))}
    </dl>
  );
}
