import * as z from 'zod/mini';
import { Finding } from './findings/findings.ts';
import { csvFile, endpoints } from './wire/endpoint.ts';
import { OrderId, Recharge, RECHARGE_STATES, RechargeStatus, TxHash } from './recharges.ts';
import { Id, line, Network, page, pageQuery, sortQuery, Time } from './wire/values.ts';

/** Finer than buyers see: reversed top-ups are distinguished from rejected ones. */
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

/** The entries of a top-up's timeline. Decisions are those of two persons on its payment. */
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
  order_id: z.optional(line(21)),
  buyer: z.optional(line(254)),
  type: z.optional(Network),
  status: z.optional(RechargeStatus),
  state: z.optional(FilteredState),
  tx_hash: z.optional(TxHash),
  /** Address of the sending or the receiving wallet. */
  address: z.optional(line(64)),
  from: z.optional(Time),
  to: z.optional(Time),
};

export const adminRechargesEndpoints = endpoints({
  listAllRecharges: {
    access: { action: 'recharge.read' },
    summary:
      'Top-ups of all buyers, newest first. A page may hold fewer entries than requested, or none, even if ' +
      'more follow: the list ends only when next_cursor is null',
    query: z.object({ ...pageQuery, ...sortQuery('listAllRecharges'), ...rechargeFilter }),
    data: page(AdminRecharge),
  },
  exportRecharges: {
    access: { action: 'recharge.export' },
    freshCode: true,
    summary: 'Filtered top-ups as a CSV file, newest first',
    query: z.object(rechargeFilter),
    ...csvFile,
  },
  readAnyRecharge: {
    access: { action: 'recharge.read' },
    summary: 'One top-up with its timeline',
    params: OrderId,
    data: z.object({ recharge: AdminRecharge, events: z.array(RechargeTimelineEntry) }),
  },
});
