import type { Events } from '../../../platform/events.ts';
import type { Passed } from '../../approvals/index.ts';
import { applyAssignment } from './apply-assignment.ts';
import { applyRejection } from './apply-rejection.ts';
import { applyReversal } from './apply-reversal.ts';
import type { AssignmentTerms, DepositTerms } from './deposit-terms.ts';

declare module '../../../platform/events.ts' {
  interface EventPayloads {
    depositAssignmentPassed: Passed<AssignmentTerms>;
    depositRejectionPassed: Passed<DepositTerms>;
    depositReversalPassed: Passed<DepositTerms>;
  }
}

/** Subscribes deposits to approved decisions. */
export function subscribeDeposits(events: Events): void {
  events.on('depositAssignmentPassed', applyAssignment);
  events.on('depositRejectionPassed', applyRejection);
  events.on('depositReversalPassed', applyReversal);
}
