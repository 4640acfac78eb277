import type { Events } from '../../platform/events.ts';
import type { Approved } from '../approvals/index.ts';
import { applyAdjustment } from './apply-adjustment.ts';

/** The amount as a decimal; the sum of money that the direction gives or takes. */
export type AdjustmentTerms = {
  readonly user_id: string;
  readonly username: string;
  readonly direction: 'credit' | 'debit';
  readonly amount: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    adjustmentApproved: Approved<AdjustmentTerms>;
  }
}

/** What adjustments hear: those that a second person has agreed to. */
export function listenForAdjustments(events: Events): void {
  events.on('adjustmentApproved', applyAdjustment);
}
