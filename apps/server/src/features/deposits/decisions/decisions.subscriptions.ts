import type { Events } from '../../../platform/context.ts';
import { applyAssignment } from './apply-assignment.ts';
import { applyRejection } from './apply-rejection.ts';
import { applyReversal } from './apply-reversal.ts';
import './decisions.events.ts';

/** Subscribes deposits to approved decisions. */
export function subscribeDeposits(events: Events): void {
  events.on('depositAssignmentApproved', applyAssignment);
  events.on('depositRejectionApproved', applyRejection);
  events.on('depositReversalApproved', applyReversal);
}
