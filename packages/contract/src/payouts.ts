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

/** What is paid out: an agent's commission, or a buyer's own top-ups. */
export const PAYOUT_KINDS = ['commission', 'balance'] as const;
export const PayoutKind = z.enum(PAYOUT_KINDS);
export type PayoutKind = z.infer<typeof PayoutKind>;

export const PayoutRequest = z.object({
  id: Id,
  kind: PayoutKind,
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
  /** Whose it is; of a buyer, `platform_name` is empty. */
  agent: z.object({ id: Id, username: z.string(), platform_name: z.string() }),
  /** The token that pays it, as on its network's wallet. */
  contract_address: z.string(),
  /** Whether its owner has signed with the wallet that it goes to. */
  is_signed: z.boolean(),
  /** It is not paid before; null if it can be at once. */
  payable_at: z.nullable(Time),
  /** Usernames; null until then. */
  approved_by: z.nullable(z.string()),
  paid_by: z.nullable(z.string()),
  /** An approval that waits for a second person. */
  proposal_id: z.nullable(Id),
  /** What the last look at the recorded transaction found; null if nothing is wrong with it. */
  problem: z.nullable(z.enum(['failed', 'otherPayment', 'notFound'])),
});
export type AgentPayoutRequest = z.infer<typeof AgentPayoutRequest>;

/** Where balance can be paid back to. */
export const PayoutWallet = z.object({
  type: Network,
  address: z.string(),
  /** The caller has signed with it; otherwise it has only sent top-ups, and may belong to an exchange. */
  is_signed: z.boolean(),
  /** The most that can go there now, as far as the wallet decides it. */
  payable: z.string(),
});
export type PayoutWallet = z.infer<typeof PayoutWallet>;

const WalletText = z.object({ text: z.string(), expires_at: Time });

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
    summary: 'Withdraw an own payout request that nobody has begun to pay',
    params: PayoutId,
    data: PayoutRequest,
  },
  readOwnBalancePayouts: {
    access: 'user',
    perMinute: 30,
    summary: 'What of the balance can be paid back, where to, and the latest requests',
    data: z.object({
      /** Whether the shop pays balances back. */
      is_on: z.boolean(),
      /** What is left of own top-ups that earned no bonus. */
      payable: z.string(),
      minimum: z.string(),
      /** What is left of the most that the shop pays back within 30 days. */
      maximum: z.string(),
      /** How long after the request it is paid at the earliest. */
      wait_hours: z.int(),
      networks: z.array(Network),
      wallets: z.array(PayoutWallet),
      requests: z.array(PayoutRequest),
    }),
  },
  requestBalancePayout: {
    access: 'user',
    freshCode: true,
    idempotent: true,
    perMinute: 20,
    summary:
      'Ask for own top-ups back, to a wallet that sent them or that the caller has confirmed; one request can be open at a time',
    body: z.object({ amount: PositiveAmount, type: Network, address: line(64, 1), password: Password }),
    data: PayoutRequest,
  },
  createPayoutWalletText: {
    access: 'user',
    perMinute: 20,
    summary: 'Make the message by which a wallet confirms that it is the caller’s',
    body: z.object({ type: Network, address: line(64, 1) }),
    data: WalletText,
  },
  confirmPayoutWallet: {
    access: 'user',
    freshCode: true,
    perMinute: 20,
    summary: 'Confirm an own wallet by its signature of that message',
    body: z.object({
      type: Network,
      address: line(64, 1),
      expires_at: Time,
      signature: z.string().check(z.regex(/^(0x)?[0-9a-fA-F]{2,8192}$/)),
      password: Password,
    }),
    data: z.object({ type: Network, address: z.string() }),
  },
  listPayouts: {
    summary: 'Payouts that agents and buyers asked for, newest first',
    query: z.object({
      ...pageQuery,
      kind: z.optional(PayoutKind),
      /** `open`: neither paid, rejected nor cancelled. */
      state: z.optional(z.enum(['open', ...PAYOUT_STATES])),
      /** Whose they are, agent or buyer. */
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
      'Approve a payout; above the setting payout_approval_above it takes a second person. A wallet with which its owner has not signed takes a look first',
    params: PayoutId,
    query: z.object({
      /** Somebody has made sure that the wallet is its owner's and no exchange's. */
      is_checked: z.optional(z.enum(['true', 'false'])),
    }),
    data: z.extend(Proposable, { payout: AgentPayoutRequest }),
  },
  rejectPayout: {
    freshCode: true,
    summary:
      'Reject a payout for which no transaction is recorded; its amount is free again. One that somebody has begun to pay, only if told that it is not paid',
    params: PayoutId,
    body: z.object({
      reason: Reason,
      /** It is known not to be paid. */
      is_unpaid: z._default(z.boolean(), false),
    }),
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
