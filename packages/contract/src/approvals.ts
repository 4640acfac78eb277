import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, page, pageQuery, Time } from './wire/values.ts';
import { SHORTEST_REASON } from './wire/limits.ts';

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

/** The reason given for a request that someone else decides. */
export const Reason = line(500, SHORTEST_REASON);

/** A change waiting for a second person or for its waiting time to end. */
export const Proposal = z.object({
  id: Id,
  kind: z.string(),
  subject: z.string(),
  terms: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  reason: z.string(),
  /** The permission needed to approve it. */
  action: z.string(),
  /** For how long after its approval it can still be vetoed; 0 if it takes effect at once. */
  cools_hours: z.number(),
  state: ProposalState,
  /** Usernames. */
  proposed_by: z.nullable(z.string()),
  proposed_at: Time,
  approved_by: z.nullable(z.string()),
  approved_at: z.nullable(Time),
  /** When it takes effect unless it is vetoed. */
  due_at: z.nullable(Time),
  /** The last moment at which it can be approved. */
  expires_at: Time,
  settled_by: z.nullable(z.string()),
  settled_at: z.nullable(Time),
  outcome: z.string(),
  /** The refusal's name if `outcome` is one. */
  outcome_error: z.nullable(z.string()),
  /** Who benefits and therefore cannot approve it; null for no one. */
  beneficiary: z.optional(z.nullable(z.string())),
  /** Whether the caller can approve it. */
  can_approve: z.boolean(),
});
export type Proposal = z.infer<typeof Proposal>;

/** Permissions to approve what colleagues propose. With two owners, granting one of these needs a second person too. */
export const APPROVING_ACTIONS = [
  'balance.adjust',
  'redeemCode.write',
  'user.import',
  'order.refund',
  'claim.settle',
  'deposit.assign',
  'paymentMethod.write',
  'settings.write',
  'role.grant',
  'user.write',
  'price.write',
  'agent.payout',
] as const;
export type ApprovingAction = (typeof APPROVING_ACTIONS)[number];

/**
 * Proposals under these actions are shown to every admin, and any of them can veto: receiving addresses, who is an
 * admin with which rights, and balances imported from another shop.
 */
export const WATCHED_ACTIONS: readonly string[] = [
  'paymentMethod.write',
  'role.grant',
  'user.import',
] satisfies readonly ApprovingAction[];

/** Answers a change that may need a second person: the proposal it became, or null if it was made at once. */
export const Proposable = z.object({ proposal: z.nullable(Proposal) });
export type Proposable = z.infer<typeof Proposable>;

/** Who proposed and approved a manual change, and why. */
export const Decision = z.object({
  proposed_by: z.nullable(z.string()),
  /** Null if no approval was needed, or a waiting time replaced it. */
  approved_by: z.nullable(z.string()),
  reason: z.string(),
});
export type Decision = z.infer<typeof Decision>;

const ProposalId = z.object({ id: Id });

export const approvalsEndpoints = endpoints({
  listProposals: {
    access: 'admin',
    summary:
      'Changes pending or decided by a second person, newest first: those that the caller proposed or has the ' +
      'permission to approve, and those that every admin watches (addresses, admins, imported balances)',
    query: z.object({
      ...pageQuery,
      /** `open`: all unsettled proposals. */
      state: z.optional(z.enum(['open', ...PROPOSAL_STATES])),
      kind: z.optional(line(64)),
      /** The thing it changes, such as user:7 or deposit:12. */
      subject: z.optional(line(64)),
    }),
    data: page(Proposal),
  },
  approveProposal: {
    access: 'admin',
    freshCode: true,
    summary: "Approve a colleague's change; needs the permission for it and a fresh code",
    params: ProposalId,
    data: Proposal,
  },
  vetoProposal: {
    access: 'admin',
    summary: 'Reject a change that has not been applied; whoever sees it in the list can',
    params: ProposalId,
    body: z.object({ reason: Reason }),
    data: Proposal,
  },
});
