import type { Events } from '../../platform/context.ts';
import { vetoProposalsOf } from './veto-proposal.ts';

/** Vetoes a user's open proposals when their credentials change: an intruder must not be able to use them. */
export function subscribeApprovals(events: Events): void {
  events.on('credentialsChanged', (ctx, { userId }) => vetoProposalsOf(ctx, userId));
}
