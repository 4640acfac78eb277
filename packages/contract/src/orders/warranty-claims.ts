import * as z from 'zod/mini';
import { AdminOrder, OrderNo } from './orders.ts';
import { Proposal, Reason } from '../approvals.ts';
import { tableFile, tableFormat, endpoints } from '../wire/endpoint.ts';
import { Id, page, pageQuery, selection, sortQuery, Time, wholeListQuery } from '../wire/values.ts';

/**
 * Dead accounts that a buyer reports within the warranty. A claim is open until each account is replaced or refunded
 * or the rest is refused; its state then names the last step, and the counts tell how many accounts were replaced and
 * refunded.
 */
export const WARRANTY_CLAIM_STATES = ['open', 'replaced', 'refunded', 'refused'] as const;
export const WarrantyClaimState = z.enum(WARRANTY_CLAIM_STATES);
export type WarrantyClaimState = z.infer<typeof WarrantyClaimState>;

/** How many of a claim's accounts were replaced and refunded; the others are considered good. */
const remedyCounts = { replaced: z.int(), refunded: z.int() };

const claim = {
  id: Id,
  order_no: z.string(),
  state: WarrantyClaimState,
  /** The problem in the buyer's words. */
  reason: z.string(),
  /** How many accounts are claimed. */
  accounts: z.int(),
  ...remedyCounts,
  created_at: Time,
  settled_at: z.nullable(Time),
  /** The reply to the buyer; empty while the claim is open. */
  answer: z.string(),
};

export const WarrantyClaim = z.object({ ...claim, item_ids: z.array(Id) });
export type WarrantyClaim = z.infer<typeof WarrantyClaim>;

export const AdminWarrantyClaim = z.object({
  ...claim,
  goods: z.object({ id: Id, name: z.string() }),
  buyer: z.object({ id: Id, username: z.string() }),
  /** Username; null while it is open, and where the shop itself settled it. */
  settled_by: z.nullable(z.string()),
});
export type AdminWarrantyClaim = z.infer<typeof AdminWarrantyClaim>;

/** An account is remedied at most once: replaced by another, or refunded. */
const ITEM_STATES = ['good', 'replaced', 'refunded'] as const;
export const ItemState = z.enum(ITEM_STATES);
export type ItemState = z.infer<typeof ItemState>;

export const OrderItem = z.object({
  id: Id,
  state: ItemState,
  /** The account that replaces it. */
  replaced_by: z.nullable(Id),
  /** With the counts of the whole claim. */
  claim: z.nullable(z.object({ id: Id, state: WarrantyClaimState, accounts: z.int(), ...remedyCounts })),
});
export type OrderItem = z.infer<typeof OrderItem>;

const ClaimId = z.object({ id: Id });
/**
 * What the checker found of a claim's accounts: `dead`: of some that they are; `good`: that all work; `unknown`: none is
 * dead, and of some there is no answer; `none`: it was not asked.
 */
export const CLAIM_VERDICTS = ['dead', 'good', 'unknown', 'none'] as const;
export type ClaimVerdict = (typeof CLAIM_VERDICTS)[number];

const claimFilter = {
  state: z.optional(WarrantyClaimState),
  goods_id: z.optional(Id),
  /** Of any of its accounts; 0: of imports that name none. */
  supplier_id: z.optional(Id),
  verdict: z.optional(z.enum(CLAIM_VERDICTS)),
  user_id: z.optional(Id),
};
const Items = z.array(Id).check(z.minLength(1), z.maxLength(10_000));
const Claims = z.array(Id).check(z.minLength(1), z.maxLength(200));

/** `proposed`: waits for a second person. `failed`: `code` says why. */
export const CLAIM_OUTCOMES = ['refunded', 'replaced', 'refused', 'proposed', 'failed'] as const;

export const warrantyClaimsEndpoints = endpoints({
  createWarrantyClaim: {
    access: 'user',
    perMinute: 20,
    summary: 'Claim the warranty for accounts of an own order; each account can be claimed once',
    params: OrderNo,
    body: z.object({ item_ids: Items, reason: Reason }),
    data: WarrantyClaim,
  },
  listOrderWarrantyClaims: {
    access: 'user',
    summary: 'Warranty claims of an own order, newest first',
    params: OrderNo,
    query: z.object(wholeListQuery),
    data: page(WarrantyClaim),
  },
  listAllWarrantyClaims: {
    summary:
      'Warranty claims of all buyers: open ones first, oldest first; then the others, newest first. A page may hold ' +
      'fewer entries than requested, or none, even if more follow: the list ends only when next_cursor is null',
    query: z.object({ ...pageQuery, ...sortQuery('listAllWarrantyClaims'), ...claimFilter }),
    data: page(AdminWarrantyClaim),
  },
  exportWarrantyClaims: {
    freshCode: true,
    summary: 'Filtered warranty claims as a CSV or XLSX file, in the same order',
    query: z.object({ ...claimFilter, ...tableFormat }),
    ...tableFile,
  },
  readAfterSales: {
    summary:
      'What it takes to decide the open claims of an order: the claims, stock, and what needs a second person',
    params: OrderNo,
    data: z.object({
      /** Open ones, oldest first. */
      claims: z.array(AdminWarrantyClaim),
      /** How many accounts in stock can replace others of the order. */
      stock: z.int(),
      /** Up to this amount the caller refunds or replaces alone; null if they always need a second person. */
      alone_up_to: z.nullable(z.string()),
      /** What waits for a second person: no other can be proposed meanwhile. */
      pending: z.array(z.enum(['refund', 'replacement'])),
    }),
  },
  refuseWarrantyClaim: {
    summary: 'Reject an open warranty claim',
    params: ClaimId,
    body: z.object({ reason: Reason }),
    data: AdminWarrantyClaim,
  },
  previewClaimDecisions: {
    summary: 'What deciding several claims is about: accounts, the sum of refunds, and second persons',
    body: z.object({ ids: Claims }),
    data: z.object({
      /** Those of them that are open. */
      open: z.int(),
      accounts: z.int(),
      amount: z.string(),
      /** Refunds or replacements that would wait for a second person. */
      second_person: z.int(),
    }),
  },
  decideWarrantyClaims: {
    freshCode: true,
    summary:
      'Decide several claims the same way with one answer, each by itself; repeating the call decides nothing twice',
    body: z.object({ ids: Claims, decision: z.enum(['refund', 'replace', 'refuse']), reason: Reason }),
    data: z.object({
      items: z.array(
        z.object({
          id: Id,
          order_no: z.nullable(z.string()),
          outcome: z.enum(CLAIM_OUTCOMES),
          /** Of the table of errors. */
          code: z.nullable(z.int()),
        }),
      ),
    }),
  },
  listOrderItems: {
    summary: 'The accounts of an order without their texts: which were claimed, replaced or refunded',
    params: OrderNo,
    query: z.object({ ...wholeListQuery }),
    data: page(OrderItem),
  },
  replaceItems: {
    freshCode: true,
    summary:
      'Replace the accounts of a claim, or those given, from stock; repeating the call replaces nothing more. ' +
      'Above the configured amount, at the order’s price, it becomes a proposal that needs approval first',
    params: OrderNo,
    body: z.object({ claim_id: selection(Id), item_ids: selection(Items), reason: Reason }),
    data: z.object({ order: AdminOrder, proposal: z.nullable(Proposal) }),
  },
  refundOrder: {
    freshCode: true,
    summary:
      'Refund the accounts of a claim, those given, or all that are left of an order to the balance; ' +
      'repeating the call refunds nothing more. Above the configured amount it becomes a proposal that needs approval first',
    params: OrderNo,
    body: z.object({ claim_id: selection(Id), item_ids: selection(Items), reason: Reason }),
    data: z.object({ order: AdminOrder, proposal: z.nullable(Proposal) }),
  },
});
