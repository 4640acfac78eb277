import type { Events } from '../../../platform/context.ts';
import type { Approved } from '../../approvals/index.ts';
import { applyAssignment } from './apply-assignment.ts';
import { applyRejection } from './apply-rejection.ts';
import { applyReversal } from './apply-reversal.ts';
import type { AssignmentTerms, DepositTerms } from './deposit-terms.ts';

declare module '../../../platform/events.ts' {
  interface EventPayloads {
    depositAssignmentApproved: Approved<AssignmentTerms>;
    depositRejectionApproved: Approved<DepositTerms>;
    depositReversalApproved: Approved<DepositTerms>;
  }
}

/** Subscribes deposits to approved decisions. */
export function subscribeDeposits(events: Events): void {
  events.on('depositAssignmentApproved', applyAssignment);
  events.on('depositRejectionApproved', applyRejection);
  events.on('depositReversalApproved', applyReversal);
}
