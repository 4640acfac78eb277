import type { Approved } from '../approvals/index.ts';
import type { AdjustmentTerms } from './apply-adjustment.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    adjustmentApproved: Approved<AdjustmentTerms>;
  }
}
