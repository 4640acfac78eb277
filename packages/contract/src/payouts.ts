import * as z from 'zod/mini';
import { Proposable, Reason } from './approvals.ts';
import { TxHash } from './recharges/recharges.ts';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, Network, page, pageQuery, Password, PositiveAmount, Time } from './wire/values.ts';

/** Payouts that agents ask for: to an address of theirs, by a wallet of the operator. */

/** In the order in which they are passed through; the last three are final. */
export const PAYOUT_STATES = [
  'requested',
  'approved',
  'paying',
  'sent',
  'paid',
  'rejected',
  'cancelled',
] as const;
export const PayoutState = z.enum(PAYOUT_STATES);
export type PayoutState = z.infer<typeof PayoutState>;

/** What became of an agent's commission: earned less taken_back is held, free, requested and paid together. */
export const CommissionFigures = z.object({
  earned: z.string(),
  /** Commission on what was refunded. */
  taken_back: z.string(),
  /** Of orders under warranty, or younger than the shop's days. */
  held: z.string(),
  /** Can be asked for; negative if more was taken back or paid by hand than was free. */
  free: z.string(),
  /** Reserved for the open request. */
  requested: z.string(),
  paid: z.string(),
  /** When nothing of what is held now will be held any more; null if nothing is. */
  held_until: z.nullable(Time),
});
export type CommissionFigures = z.infer<typeof CommissionFigures>;

export const PayoutRequest = z.object({
  id: Id,
  amount: z.string(),
  type: Network,
  chain_id: z.int(),
  address: z.string(),
  state: PayoutState,
  /** Why it was rejected. */
  reason: z.string(),
  tx_hash: z.nullable(z.string()),
  tx_url: z.nullable(z.string()),
  created_at: Time,
  /** When its state last changed. */
  changed_at: Time,
});
export type PayoutRequest = z.infer<typeof PayoutRequest>;

export const AgentPayoutRequest = z.extend(PayoutRequest, {
  agent: z.object({ id: Id, username: z.string(), platform_name: z.string() }),
  /** The token that pays it, as on its network's wallet. */
  contract_address: z.string(),
  /** Usernames; null until then. */
  approved_by: z.nullable(z.string()),
  paid_by: z.nullable(z.string()),
  /** An approval that waits for a second person. */
  proposal_id: z.nullable(Id),
  /** What the last look at the recorded transaction found; null if nothing is wrong with it. */
  problem: z.nullable(z.enum(['failed', 'otherPayment', 'notFound'])),
});
export type AgentPayoutRequest = z.infer<typeof AgentPayoutRequest>;

const PayoutId = z.object({ id: Id });

export const payoutsEndpoints = endpoints({
  readOwnPayouts: {
    access: 'user',
    summary: "The caller's commission as an agent: held, free and paid, and their latest payout requests",
    data: z.object({
      figures: CommissionFigures,
      /** The least that can be asked for. */
      minimum: z.string(),
      /** Where the shop pays. */
      networks: z.array(Network),
      requests: z.array(PayoutRequest),
    }),
  },
  requestPayout: {
    access: 'user',
    freshCode: true,
    idempotent: true,
    perMinute: 20,
    summary: 'Ask for a payout of free commission to an own address; one request can be open at a time',
    body: z.object({ amount: PositiveAmount, type: Network, address: line(64, 1), password: Password }),
    data: PayoutRequest,
  },
  cancelPayout: {
    access: 'user',
    summary: 'Withdraw an own payout request that is not approved yet',
    params: PayoutId,
    data: PayoutRequest,
  },
  listPayouts: {
    summary: 'Payouts that agents asked for, newest first',
    query: z.object({
      ...pageQuery,
      /** `open`: neither paid, rejected nor cancelled. */
      state: z.optional(z.enum(['open', ...PAYOUT_STATES])),
      agent_id: z.optional(Id),
    }),
    data: page(AgentPayoutRequest),
  },
  readAgentCommission: {
    summary: "What became of an agent's commission",
    params: PayoutId,
    data: CommissionFigures,
  },
  approvePayout: {
    freshCode: true,
    summary:
      'Approve a payout that an agent asked for; above the setting payout_approval_above it takes a second person',
    params: PayoutId,
    data: z.extend(Proposable, { payout: AgentPayoutRequest }),
  },
  rejectPayout: {
    freshCode: true,
    summary: 'Reject a payout for which no transaction is recorded; its amount is free again',
    params: PayoutId,
    body: z.object({ reason: Reason }),
    data: AgentPayoutRequest,
  },
  startPayout: {
    freshCode: true,
    summary:
      "Begin to pay an approved payout from a wallet of one's own; begun by somebody before, only if told to do so again",
    params: PayoutId,
    body: z.object({ again: z._default(z.boolean(), false) }),
    data: AgentPayoutRequest,
  },
  recordPayoutTransaction: {
    freshCode: true,
    summary:
      'Record the transaction that pays a payout, or another one in its place; it is paid once enough nodes have it in a final block',
    params: PayoutId,
    body: z.object({ tx_hash: TxHash }),
    data: AgentPayoutRequest,
  },
});
