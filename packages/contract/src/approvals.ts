import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, page, pageQuery, Time } from './wire/values.ts';
import { SHORTEST_REASON } from './wire/reason.ts';

export const PROPOSAL_STATES = [
  'proposed',
  'approved',
  'cooling',
  'applied',
  'vetoed',
  'expired',
  'failed',
] as const;
export const ProposalState = z.enum(PROPOSAL_STATES);
export type ProposalState = z.infer<typeof ProposalState>;

/** Why somebody asks for something that others look at. */
export const Reason = line(500, SHORTEST_REASON);

/** A change that waits for a second person, or for time. */
export const Proposal = z.object({
  id: Id,
  kind: z.string(),
  subject: z.string(),
  terms: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  reason: z.string(),
  /** The permission of whoever may approve it. */
  action: z.string(),
  /** How long every admin can stop it after its approval; 0 where it takes effect with it. */
  cools_hours: z.number(),
  state: ProposalState,
  /** Usernames. */
  proposed_by: z.nullable(z.string()),
  proposed_at: Time,
  approved_by: z.nullable(z.string()),
  approved_at: z.nullable(Time),
  /** When it takes effect unless it is vetoed. */
  due_at: z.nullable(Time),
  /** Until when it can be approved. */
  expires_at: Time,
  settled_by: z.nullable(z.string()),
  settled_at: z.nullable(Time),
  outcome: z.string(),
  /** The error of the one table that the outcome names, where it is one. */
  outcome_error: z.nullable(z.string()),
  /** Who gains by it, and therefore does not approve it; null where nobody does. */
  beneficiary: z.optional(z.nullable(z.string())),
  /** Whether it waits for the reader. */
  can_approve: z.boolean(),
});
export type Proposal = z.infer<typeof Proposal>;

/** Who changed something by hand, in two steps, and why. */
export const Decision = z.object({
  proposed_by: z.nullable(z.string()),
  /** Null where nobody had to, or time did. */
  approved_by: z.nullable(z.string()),
  reason: z.string(),
});
export type Decision = z.infer<typeof Decision>;

const ProposalId = z.object({ id: Id });

export const approvalsEndpoints = endpoints({
  listProposals: {
    access: 'admin',
    summary: 'Changes pending or decided by a second person, newest first',
    query: z.object({
      ...pageQuery,
      /** `open`: whatever is not settled. */
      state: z.optional(z.enum(['open', ...PROPOSAL_STATES])),
      kind: z.optional(line(64)),
      /** What it changes: user:7, deposit:12. */
      subject: z.optional(line(64)),
    }),
    data: page(Proposal),
  },
  approveProposal: {
    access: 'admin',
    summary: "Approve a colleague's change; needs the permission for it and a fresh code",
    params: ProposalId,
    data: Proposal,
  },
  vetoProposal: {
    access: 'admin',
    summary: 'Reject a change that has not been applied',
    params: ProposalId,
    body: z.object({ reason: Reason }),
    data: Proposal,
  },
});
