import type { EventName, EventPayloads } from '../../platform/events.ts';

/** What a proposal changes, as it is stored and shown: plain values, amounts and addresses in readable form. */
export type Terms = { readonly [name: string]: string | number | boolean | null };

/** The payload of an event that is announced once a proposal is approved and its waiting time is over. */
export type Approved<T extends Terms = Terms> = { readonly proposalId: bigint; readonly terms: T };

/** The kinds of proposals: the events whose listener applies one. */
export type ProposalKind = {
  [Name in EventName]: EventPayloads[Name] extends Approved ? Name : never;
}[EventName];

export type TermsOf<Kind extends ProposalKind> = EventPayloads[Kind]['terms'];
