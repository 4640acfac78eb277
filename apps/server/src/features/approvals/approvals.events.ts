import type { Events } from '../../platform/context.ts';
import { vetoProposalsOf } from './veto-proposal.ts';

/** Vetoes a user's open proposals when their credentials change: whoever took the account over must not find any. */
export function subscribeApprovals(events: Events): void {
  events.on('credentialsChanged', (ctx, { userId }) => vetoProposalsOf(ctx, userId));
}
