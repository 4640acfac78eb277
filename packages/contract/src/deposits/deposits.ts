import * as z from 'zod/mini';
import { Proposal, Reason } from '../approvals.ts';
import { Finding } from '../findings/findings.ts';
import { NamedPayment } from './named-payments.ts';
import { tableFile, tableFormat, endpoints } from '../wire/endpoint.ts';
import { OrderId, TxHash, TxHashPart } from '../recharges/recharges.ts';
import {
  Id,
  line,
  NamePrefix,
  Network,
  page,
  pageQuery,
  sortQuery,
  Time,
  whole,
  wholeListQuery,
  period,
} from '../wire/values.ts';

/** The state of a claimed payment. */
const DepositClaimStatus = z.enum(['waiting', 'seen', 'credited', 'refused', 'notFound']);

export const DepositClaim = z.object({
  type: Network,
  tx_hash: z.string(),
  sender_address: z.string(),
  /**
   * `waiting`: no node knows the payment yet; `seen`: unconfirmed or under review. Both progress by themselves.
   * `refused`: this claim does not credit the payment, because another wallet sent it, or because it was credited to
   * somebody else, rejected or reversed. `notFound`: no node has known it for seven days; it is still credited if it
   * turns up. A new signature replaces the claim.
   */
  status: DepositClaimStatus,
  /** The credited amount; null until then. */
  amount: z.nullable(z.string()),
  created_at: Time,
});
export type DepositClaim = z.infer<typeof DepositClaim>;

/** 65 bytes for an ordinary wallet; any length for a contract wallet, and none if it has approved the text on chain. */
const Signature = z.string().check(z.regex(/^(0x)?([0-9a-fA-F]{2}){0,2048}$/));

const payment = { type: Network, tx_hash: TxHash };

export const DEPOSIT_STATES = [
  'final',
  'held',
  'unmatched',
  'small',
  'credited',
  'rejected',
  'reversed',
] as const;
export const DepositState = z.enum(DEPOSIT_STATES);

/** A transfer to the shop's wallets, as operators see it. */
export const AdminDeposit = z.object({
  id: Id,
  type: Network,
  chain_id: z.int(),
  tx_hash: z.string(),
  tx_url: z.nullable(z.string()),
  ordinal: z.int(),
  block_number: z.int(),
  block_time: Time,
  sender_address: z.string(),
  receiver_address: z.string(),
  amount: z.string(),
  state: DepositState,
  /** Why it was held; kept after the decision. */
  held_reason: z.nullable(Finding),
  /**
   * The credited user; for a deposit below the minimum, the owner of its address; for a held one, the buyer of the
   * top-up in review.
   */
  username: z.nullable(z.string()),
  /** The top-up it paid, even while that is in review. */
  order_id: z.nullable(z.string()),
  recorded_at: Time,
});
export type AdminDeposit = z.infer<typeof AdminDeposit>;

/** Why an unmatched deposit may belong to a buyer, best proof first. */
export const CANDIDATE_REASONS = [
  'signedClaim',
  'openRecharge',
  'endedRecharge',
  'otherNetwork',
  'paidRecharge',
  'namedHash',
] as const;
export type CandidateReason = (typeof CANDIDATE_REASONS)[number];

/** A buyer to whom an unmatched deposit may belong. */
export const DepositCandidate = z.object({
  username: z.string(),
  /**
   * `signedClaim`: the sending wallet has signed for this buyer. `openRecharge`, `endedRecharge`: when it was sent,
   * they had a top-up of about this amount to the same wallet, open or ended within a day; `otherNetwork`: one of exactly
   * this amount to the same wallet on another network; `paidRecharge`: one of about this amount that is paid by now.
   * `namedHash`: they named the transaction as their payment, for
   * whatever top-up; since anyone can name a hash, it ranks nobody above another, and one admin alone never credits by
   * it.
   */
  reason: z.enum(CANDIDATE_REASONS),
  /** When the buyer signed, created the top-up or, by `namedHash`, submitted the hash. */
  at: Time,
  /** The top-up that this would close; null for `signedClaim`, which closes the buyer's best one, and at own addresses. */
  order_id: z.nullable(z.string()),
  /** The amount that top-up was still waiting for. */
  wanted: z.nullable(z.string()),
  /** The difference between the two, unsigned. */
  difference: z.nullable(z.string()),
  /**
   * Whether the caller may credit it now without a second person, within the limits of the settings: never by
   * `namedHash` or `paidRecharge`, and never while another buyer is suggested for a better reason.
   */
  at_once: z.boolean(),
});
export type DepositCandidate = z.infer<typeof DepositCandidate>;

/** A payment at the buyer's own address that is below the network's minimum. */
export const SmallPayment = z.object({
  /** Rounded down to six decimals. */
  amount: z.string(),
  tx_hash: z.string(),
  /** The payment's position in its transaction. */
  ordinal: z.int(),
  tx_url: z.nullable(z.string()),
  /** Whether the network has confirmed it; until then it does not count. */
  confirmed: z.boolean(),
  /** Of its block. */
  paid_at: Time,
});
export type SmallPayment = z.infer<typeof SmallPayment>;

/** Payments on a network that are below its minimum and not credited yet. */
export const SmallPayments = z.object({
  type: Network,
  /** The confirmed total. */
  amount: z.string(),
  /** How much more must arrive for all of it to be credited. */
  missing_amount: z.string(),
  minimum_amount: z.string(),
  /** The newest 20, newest first. */
  payments: z.array(SmallPayment),
});
export type SmallPayments = z.infer<typeof SmallPayments>;

export const OwnPaymentSearch = z.object({
  /** When the network was last read; null if it never was. */
  checked_at: z.nullable(Time),
  /** What the named transaction was, on whichever network; null if none is named or no node has seen it. */
  payment: z.nullable(NamedPayment),
});
export type OwnPaymentSearch = z.infer<typeof OwnPaymentSearch>;

const DepositId = z.object({ id: Id });
const depositFilter = {
  type: z.optional(Network),
  state: z.optional(DepositState),
  tx_hash: z.optional(TxHashPart),
  /** An address, or its beginning or end. */
  sender: z.optional(line(64)),
  /** The user shown in the list. */
  username: z.optional(NamePrefix),
  /** Also unmatched deposits below the display minimum. */
  with_dust: z.optional(z.enum(['true', 'false'])),
  /** Only those that disappeared from the chain and await a decision. */
  lost: z.optional(z.literal('true')),
  ...period,
};

export const depositsEndpoints = endpoints({
  createDepositClaimText: {
    access: 'user',
    perMinute: 20,
    summary: 'Get the message that the sending wallet signs to claim its payment',
    body: z.object(payment),
    data: z.object({
      /** The payment's network if it is known, otherwise the one that was asked for. */
      type: Network,
      text: z.string(),
      expires_at: Time,
    }),
  },
  claimDeposit: {
    access: 'user',
    perMinute: 20,
    summary: 'Claim a payment that matched no top-up, signed by the wallet that sent it',
    body: z.object({
      ...payment,
      /** Position of the transfer among its transaction's logs; all transfers of the sender if absent. */
      ordinal: z.optional(whole(0)),
      signature: Signature,
    }),
    data: DepositClaim,
  },
  listDepositClaims: {
    access: 'user',
    summary: 'Own deposit claims, newest first',
    query: z.object(wholeListQuery),
    data: page(DepositClaim),
  },
  listDepositDelays: {
    access: 'visitor',
    summary:
      'Networks on which payments are currently detected late, and by how much; empty when there are none',
    query: z.object(wholeListQuery),
    data: page(z.object({ type: Network, minutes: z.int() })),
  },
  listSmallPayments: {
    access: 'user',
    summary:
      "What arrived at one's own addresses below the minimum, by network; credited once it is enough together",
    query: z.object(wholeListQuery),
    data: page(SmallPayments),
  },
  findOwnPayment: {
    access: 'user',
    perMinute: 20,
    summary:
      'When a network was last read, and what a transaction was that is named as a payment, looked up on all networks; ' +
      'this credits nothing',
    query: z.object({ type: Network, tx_hash: z.optional(TxHash) }),
    data: OwnPaymentSearch,
  },
  listAllDeposits: {
    summary: "All transfers to the shop's wallets, newest first",
    query: z.object({ ...pageQuery, ...sortQuery('listAllDeposits'), ...depositFilter }),
    data: page(AdminDeposit),
  },
  exportDeposits: {
    freshCode: true,
    summary: 'Filtered transfers as a CSV or XLSX file, newest first',
    query: z.object({ ...depositFilter, ...tableFormat }),
    ...tableFile,
  },
  assignDeposit: {
    freshCode: true,
    summary:
      'Credit an unmatched or held deposit to a user, and close the top-up that it belongs to. A second person ' +
      'approves, unless the deposit is small and a proof connects it with them and nobody else: see listDepositCandidates',
    idempotent: true,
    params: DepositId,
    body: z.object({
      username: NamePrefix.check(z.minLength(1)),
      reason: Reason,
      /** The top-up to close; the user's best candidate if absent. */
      order_id: z.optional(OrderId.shape.order_id),
    }),
    data: Proposal,
  },
  listDepositCandidates: {
    summary: 'Buyers to whom an unmatched deposit may belong, best proof first, each with the reason',
    params: DepositId,
    query: z.object(wholeListQuery),
    data: page(DepositCandidate),
  },
  rejectDeposit: {
    freshCode: true,
    summary:
      'Propose to reject an unmatched or held deposit, crediting it to nobody; a second person approves',
    idempotent: true,
    params: DepositId,
    body: z.object({ reason: Reason }),
    data: Proposal,
  },
  reverseDeposit: {
    freshCode: true,
    summary: 'Propose to reverse a credited deposit that its chain no longer holds; a second person approves',
    idempotent: true,
    params: DepositId,
    body: z.object({ reason: Reason }),
    data: Proposal,
  },
  rescanChain: {
    perMinute: 30,
    summary: 'Rescan confirmed blocks; recorded deposits stay, missed ones are recorded and credited',
    body: z.object({ type: Network, from_block: whole(0), reason: Reason }),
    data: z.object({
      /** The last block read. */
      read_to: z.int(),
      /** The block to continue from; null if everything up to the follower's cursor was read. */
      next_block: z.nullable(z.int()),
      /** How many missed deposits were found. */
      found: z.int(),
    }),
  },
});
