import * as z from 'zod/mini';
import { AdminOrder } from './admin-orders.ts';
import { Proposal, Reason } from './approvals.ts';
import { csvFile, endpoints } from './wire/endpoint.ts';
import { OrderNo } from './orders.ts';
import { Id, page, pageQuery, sortQuery, Time, wholeListQuery } from './wire/values.ts';

/**
 * Dead accounts of an order, as their buyer reports them. A claim is open until none of its accounts is good any
 * more, or it is refused; its state then names the last step, and the counts what became of the accounts.
 */
export const WARRANTY_CLAIM_STATES = ['open', 'replaced', 'refunded', 'refused'] as const;
export const WarrantyClaimState = z.enum(WARRANTY_CLAIM_STATES);
export type WarrantyClaimState = z.infer<typeof WarrantyClaimState>;

/** How many accounts of a claim came to which end; the others are still good in the shop's eyes. */
const settledCounts = { replaced: z.int(), refunded: z.int() };

const claim = {
  id: Id,
  order_no: z.string(),
  state: WarrantyClaimState,
  /** What the buyer says is wrong. */
  reason: z.string(),
  /** How many. */
  accounts: z.int(),
  ...settledCounts,
  created_at: Time,
  settled_at: z.nullable(Time),
  /** What the shop says to it; empty while it is open. */
  answer: z.string(),
};

export const WarrantyClaim = z.object({ ...claim, item_ids: z.array(Id) });
export type WarrantyClaim = z.infer<typeof WarrantyClaim>;

export const AdminWarrantyClaim = z.object({
  ...claim,
  goods: z.object({ id: Id, name: z.string() }),
  buyer: z.object({ id: Id, username: z.string() }),
  /** Who decided. */
  settled_by: z.nullable(z.string()),
});
export type AdminWarrantyClaim = z.infer<typeof AdminWarrantyClaim>;

/** What is given back for an account, once: another one, or its price. */
export const ITEM_STATES = ['good', 'replaced', 'refunded'] as const;
export const ItemState = z.enum(ITEM_STATES);
export type ItemState = z.infer<typeof ItemState>;

export const OrderItem = z.object({
  id: Id,
  state: ItemState,
  /** Which account came in its place. */
  replaced_by: z.nullable(Id),
  /** With the counts of the whole claim. */
  claim: z.nullable(z.object({ id: Id, state: WarrantyClaimState, accounts: z.int(), ...settledCounts })),
});
export type OrderItem = z.infer<typeof OrderItem>;

const ClaimId = z.object({ id: Id });
const claimFilter = { state: z.optional(WarrantyClaimState) };
const Items = z.array(Id).check(z.minLength(1), z.maxLength(10_000));

export const claimsEndpoints = endpoints({
  createClaim: {
    access: 'user',
    perMinute: 20,
    summary: 'Report dead accounts of an own order within its warranty, each once',
    params: OrderNo,
    body: z.object({ item_ids: Items, reason: Reason }),
    data: WarrantyClaim,
  },
  listOrderClaims: {
    access: 'user',
    summary: 'What was claimed of an own order, newest first',
    params: OrderNo,
    query: z.object(wholeListQuery),
    data: page(WarrantyClaim),
  },
  listAllClaims: {
    access: { action: 'claim.read' },
    summary: 'Claims of all buyers: open ones first, the longest waiting of them first; then the newest',
    query: z.object({ ...pageQuery, ...sortQuery('listAllClaims'), ...claimFilter }),
    data: page(AdminWarrantyClaim),
  },
  exportClaims: {
    access: { action: 'claim.read' },
    summary: 'The claims of a filter as a CSV file, in the same order',
    query: z.object(claimFilter),
    ...csvFile,
  },
  refuseClaim: {
    access: { action: 'claim.settle' },
    summary: 'Say no to an open claim',
    params: ClaimId,
    body: z.object({ reason: Reason }),
    data: AdminWarrantyClaim,
  },
  listOrderItems: {
    access: { action: 'order.read' },
    summary: 'The accounts of an order without their texts: what was claimed, replaced and refunded',
    params: OrderNo,
    query: z.object({ ...wholeListQuery }),
    data: page(OrderItem),
  },
  replaceItems: {
    access: { action: 'claim.settle' },
    summary: 'Give other accounts from stock for those of a claim, or for those named; the same again is one',
    params: OrderNo,
    body: z.object({ claim_id: z.optional(Id), item_ids: z.optional(Items), reason: Reason }),
    data: AdminOrder,
  },
  refundOrder: {
    access: { action: 'order.refund' },
    summary:
      'Pay the accounts of a claim, those named, or all that are left of an order back to the balance; ' +
      'the same again is one. Above a setting it is a proposal, and nothing is paid before it is approved',
    params: OrderNo,
    body: z.object({ claim_id: z.optional(Id), item_ids: z.optional(Items), reason: Reason }),
    data: z.object({ order: AdminOrder, proposal: z.nullable(Proposal) }),
  },
});
