import type { Events } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import { applyAdjustment, type AdjustmentTerms } from './apply-adjustment.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    adjustmentApproved: Approved<AdjustmentTerms>;
  }
}

/** Applies adjustments that a second person has approved. */
export function subscribeAdjustments(events: Events): void {
  events.on('adjustmentApproved', applyAdjustment);
}
