import type { Network } from '@portside/contract';
import type { Events } from '../../../platform/context.ts';
import type { Approved } from '../../approvals/index.ts';
import { applyAssignment } from './apply-assignment.ts';
import { applyRejection } from './apply-rejection.ts';
import { applyReversal } from './apply-reversal.ts';

/** What two persons see of the deposit they decide on. */
export type DepositTerms = {
  readonly deposit_id: string;
  readonly network: Network;
  readonly tx_hash: string;
  readonly sender: string;
  readonly amount: string;
};

export type AssignmentTerms = DepositTerms & { readonly user_id: string; readonly username: string };

declare module '../../../platform/events.ts' {
  interface EventPayloads {
    depositAssignmentApproved: Approved<AssignmentTerms>;
    depositRejectionApproved: Approved<DepositTerms>;
    depositReversalApproved: Approved<DepositTerms>;
  }
}

/** What deposits hear: decisions that a second person has agreed to. */
export function subscribeDeposits(events: Events): void {
  events.on('depositAssignmentApproved', applyAssignment);
  events.on('depositRejectionApproved', applyRejection);
  events.on('depositReversalApproved', applyReversal);
}
