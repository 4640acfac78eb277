import type { Events } from '../../platform/context.ts';
import { applyAdjustment } from './apply-adjustment.ts';
import './adjustments.events.ts';

/** Applies adjustments that a second person has approved. */
export function subscribeAdjustments(events: Events): void {
  events.on('adjustmentApproved', applyAdjustment);
}
