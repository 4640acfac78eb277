import type { Events } from '../../platform/context.ts';
import { changeSettings } from '../settings/index.ts';
import './limits.events.ts';

/** Raises limits for which a second person has approved it. */
export function subscribeLimits(events: Events): void {
  events.on('limitRaiseApproved', (ctx, { terms }) => changeSettings(ctx, { [terms.limit]: terms.amount }));
}
