import * as z from 'zod/mini';
import { PaymentMode } from '../payment-methods.ts';
import { endpoints, tableFile, tableFormat } from '../wire/endpoint.ts';
import { readTxHash } from '../wire/tx-hash.ts';
import {
  RechargeAmount,
  Network,
  page,
  pageQuery,
  period,
  pasted,
  Time,
  Id,
  line,
  NamePrefix,
  OrderNoPrefix,
  sortQuery,
} from '../wire/values.ts';
import { NamedPayment } from '../deposits/named-payments.ts';
import { Finding } from '../findings/findings.ts';

export const RECHARGE_STATUSES = ['recharging', 'successful', 'failed'] as const;
export const RechargeStatus = z.enum(RECHARGE_STATUSES);
export type RechargeStatus = z.infer<typeof RechargeStatus>;

/** The state of a top-up, finer than its status. */
export const RECHARGE_STATES = [
  'waiting',
  'seen',
  'confirming',
  'review',
  'credited',
  'cancelled',
  'expired',
  'rejected',
] as const;
export const RechargeState = z.enum(RECHARGE_STATES);
export type RechargeState = z.infer<typeof RechargeState>;

export const Recharge = z.object({
  order_id: z.string(),
  type: Network,
  chain_id: z.int(),
  /** `own_addresses`: paid to the buyer's own address, which credits any amount as it arrives. */
  mode: PaymentMode,
  /** Whether the buyer requested it; false for a payment that reached their own address without a top-up. */
  requested: z.boolean(),
  /** The amount that the buyer chose. */
  amount: z.string(),
  /**
   * The exact amount to send; its last digits identify this top-up on the chain. For an own address it equals
   * `amount`.
   */
  pay_amount: z.string(),
  /** What has arrived and was credited, even while part is missing. */
  credited_amount: z.nullable(z.string()),
  /** What its payments earned on top; null without a bonus. */
  bonus_amount: z.nullable(z.string()),
  /** The unpaid part of `amount` after a partial payment; null before any payment and once nothing is missing. */
  missing_amount: z.nullable(z.string()),
  /**
   * Where to pay. These addresses are null if they are not the shop's: something else has changed them, so nothing may
   * be paid.
   */
  contract_address: z.nullable(z.string()),
  wallet_address: z.nullable(z.string()),
  checkout_address: z.nullable(z.string()),
  /**
   * The inputs that `wallet_address` was computed from if it is the buyer's own: pages recompute it before a wallet
   * pays.
   */
  own_address: z.nullable(
    z.object({ factory_address: z.string(), wallet_address: z.string(), salt: z.string() }),
  ),
  order_ref: z.string(),
  status: RechargeStatus,
  sub_state: RechargeState,
  /** Blocks on top of the payment's block, and how many are needed. */
  confirmations: z.nullable(z.int()),
  confirmations_needed: z.int(),
  sender_address: z.nullable(z.string()),
  receiver_address: z.nullable(z.string()),
  tx_hash: z.nullable(z.string()),
  tx_url: z.nullable(z.string()),
  /** The transaction that the buyer submitted as their payment; null if none. */
  submitted: z.nullable(
    z.object({
      tx_hash: z.string(),
      submitted_at: Time,
      /** When the chain was last read; null if it never was. */
      checked_at: z.nullable(Time),
      /** Whether it was seen on its way to the shop, for any amount. */
      is_found: z.boolean(),
      /** What it was, on whichever network; null while no node has seen it. */
      payment: z.nullable(NamedPayment),
    }),
  ),
  /**
   * A payment that nearly answers this top-up and is nobody's yet: to the same wallet, with the same last digits or
   * rounded, or of exactly its amount on another network. Its sender can claim it. Null without one.
   */
  near_miss: z.nullable(
    z.object({
      type: Network,
      amount: z.string(),
      tx_hash: z.string(),
      tx_url: z.nullable(z.string()),
      paid_at: Time,
    }),
  ),
  /**
   * Whether a payment can still arrive and count, even after the time to pay; until then `submitTxHash` takes a
   * transaction.
   */
  awaits_payment: z.boolean(),
  created_at: Time,
  expires_at: Time,
});
export type Recharge = z.infer<typeof Recharge>;

export const OrderId = z.object({ order_id: z.string().check(z.regex(/^RECH\d{17}$/)) });

/** A transaction's hash, with whatever is pasted round it: an explorer's link, a label. Made 0x and 64 hex digits. */
export const TxHash = pasted((text) => {
  const read = readTxHash(text);
  return 'hash' in read ? read.hash : null;
}).check(
  z.check(({ value, issues }) => {
    const read = readTxHash(value);
    if ('hash' in read) return;
    const fault = read.problem === 'unreadable' || read.problem === 'several' ? 'wrong' : read.problem;
    issues.push({ code: 'custom', input: value, message: 'Not a transaction hash', params: { fault } });
  }),
);

/** A transaction's hash with whatever stands round it, or its beginning or end. Nothing matches any other text. */
export const TxHashPart = pasted((text) => {
  const read = readTxHash(text);
  return 'hash' in read ? read.hash : null;
});

export const rechargesEndpoints = endpoints({
  createRecharge: {
    access: 'user',
    summary: 'Create a top-up: fixes the network, the address and the exact amount',
    idempotent: true,
    body: z.object({ type: Network, amount: RechargeAmount }),
    data: Recharge,
  },
  listRecharges: {
    access: 'user',
    summary: 'Own top-ups, newest first',
    query: z.object({
      ...pageQuery,
      status: z.optional(RechargeStatus),
      from: z.optional(Time),
      to: z.optional(Time),
    }),
    data: page(Recharge),
  },
  readRecharge: { access: 'payer', summary: 'One own top-up, live', params: OrderId, data: Recharge },
  submitTxHash: {
    access: 'payer',
    // Each new hash costs requests to the nodes, which have daily limits.
    perMinute: 20,
    summary:
      'Submit a transaction hash so that the shop looks for it sooner, also late; this alone credits nothing',
    params: OrderId,
    body: z.object({ tx_hash: TxHash }),
    data: Recharge,
  },
  cancelRecharge: { access: 'user', summary: 'Cancel an unpaid top-up', params: OrderId, data: Recharge },
});

/** Finer than what buyers see: reversed and rejected top-ups are told apart. */
const ADMIN_RECHARGE_STATES = [...RECHARGE_STATES, 'reversed'] as const;

/** The states that can be filtered by; `confirming` is not stored, since confirmations change with every block. */
export const FILTERED_RECHARGE_STATES = [
  'waiting',
  'seen',
  'review',
  'credited',
  'cancelled',
  'expired',
  'rejected',
  'reversed',
] as const;

const FilteredState = z.enum(FILTERED_RECHARGE_STATES);

export type FilteredRechargeState = z.infer<typeof FilteredState>;

export const AdminRecharge = z.extend(Recharge, {
  sub_state: z.enum(ADMIN_RECHARGE_STATES),
  buyer: z.object({ id: Id, username: z.string(), email: z.string() }),
  /** Pages of the chain's explorer; null on a private chain. */
  sender_url: z.nullable(z.string()),
  receiver_url: z.nullable(z.string()),
});

export type AdminRecharge = z.infer<typeof AdminRecharge>;

/** The entries of a top-up's timeline. Decisions are made by two people on its payment. */
const RECHARGE_TIMELINE_KINDS = [
  'asked',
  'ticketMade',
  'ticketOpened',
  'authorized',
  'txHashSubmitted',
  'paid',
  'cancelled',
  'expired',
  'held',
  'creditProposed',
  'rejectionProposed',
  'reversalProposed',
  'proposalStopped',
  'credited',
  'creditedLate',
  'creditedToOther',
  'rejected',
  'reversed',
] as const;

export type RechargeTimelineKind = (typeof RECHARGE_TIMELINE_KINDS)[number];

export const RechargeTimelineEntry = z.object({
  kind: z.enum(RECHARGE_TIMELINE_KINDS),
  at: Time,
  /** The person who did it; null for the shop or the chain. */
  actor: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  /** The wallet that paid or granted the allowance. */
  wallet: z.nullable(z.string()),
  tx_hash: z.nullable(z.string()),
  tx_url: z.nullable(z.string()),
  block: z.nullable(z.int()),
  /** A person's reason. */
  note: z.string(),
  /** Why a payment was held. */
  held_reason: z.nullable(Finding),
});

export type RechargeTimelineEntry = z.infer<typeof RechargeTimelineEntry>;

/** All given fields must match. `order_id` and `buyer` match by prefix. */
const rechargeFilter = {
  order_id: z.optional(OrderNoPrefix),
  buyer: z.optional(NamePrefix),
  type: z.optional(Network),
  status: z.optional(RechargeStatus),
  state: z.optional(FilteredState),
  tx_hash: z.optional(TxHashPart),
  /** Address of the sending or the receiving wallet, or the beginning or end of the sending one's. */
  address: z.optional(line(64)),
  ...period,
};

export const adminRechargesEndpoints = endpoints({
  listAllRecharges: {
    summary:
      'Top-ups of all buyers, newest first. A page may hold fewer entries than requested, or none, even if ' +
      'more follow: the list ends only when next_cursor is null',
    query: z.object({ ...pageQuery, ...sortQuery('listAllRecharges'), ...rechargeFilter }),
    data: page(AdminRecharge),
  },
  exportRecharges: {
    freshCode: true,
    summary: 'Filtered top-ups as a CSV or XLSX file, newest first',
    query: z.object({ ...rechargeFilter, ...tableFormat }),
    ...tableFile,
  },
  readAnyRecharge: {
    summary: 'One top-up with its timeline',
    params: OrderId,
    data: z.object({ recharge: AdminRecharge, events: z.array(RechargeTimelineEntry) }),
  },
});
