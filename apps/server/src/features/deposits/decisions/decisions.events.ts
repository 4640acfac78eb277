import type { Approved } from '../../approvals/index.ts';
import type { AssignmentTerms, DepositTerms } from './deposit-terms.ts';

declare module '../../../platform/events.ts' {
  interface EventPayloads {
    depositAssignmentApproved: Approved<AssignmentTerms>;
    depositRejectionApproved: Approved<DepositTerms>;
    depositReversalApproved: Approved<DepositTerms>;
  }
}
