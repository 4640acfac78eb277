import type { EventName, EventPayloads, Events } from '../../platform/events.ts';
import { vetoProposalsOf } from './veto-proposal.ts';

/** What a proposal says, as it is stored and shown: plain values, amounts and addresses as people write them. */
export type Terms = { readonly [name: string]: string | number | boolean | null };

/** The payload of an event that is announced when a proposal passed every guard. */
export type Approved<T extends Terms = Terms> = { readonly proposalId: bigint; readonly terms: T };

/** Events that carry out a proposal; each names a kind of proposal. */
export type ProposalKind = {
  [Name in EventName]: EventPayloads[Name] extends Approved ? Name : never;
}[EventName];

export type TermsOf<Kind extends ProposalKind> = EventPayloads[Kind]['terms'];

/** Whoever takes over somebody's password or second factor must not find his proposals waiting. */
export function listenForApprovals(events: Events): void {
  events.on('credentialsChanged', (ctx, { userId }) => vetoProposalsOf(ctx, userId));
}
