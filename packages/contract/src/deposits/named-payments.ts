import * as z from 'zod/mini';
import { Reason } from '../approvals.ts';
import { endpoints, tableFile, tableFormat } from '../wire/endpoint.ts';
import { Id, NamePrefix, Network, page, pageQuery, Time } from '../wire/values.ts';

/**
 * What a transaction was that a buyer named as their payment. `unmatched`: it reached a wallet of the shop and answers no
 * top-up, so it can be claimed. Not credited by themselves: `otherNetwork` went to an address of the buyer's or the
 * shop's on a network where it is not received, `otherToken` and `coin` are no USDT, `otherAddress` went elsewhere.
 */
const NAMED_PAYMENT_STATES = [
  'confirming',
  'small',
  'review',
  'credited',
  'rejected',
  'unmatched',
  'otherNetwork',
  'otherToken',
  'coin',
  'failed',
  'otherAddress',
] as const;
const NamedPaymentState = z.enum(NAMED_PAYMENT_STATES);
export type NamedPaymentState = z.infer<typeof NamedPaymentState>;

export const NamedPayment = z.object({
  /** The network it was found on, whichever it was named for. */
  type: Network,
  state: NamedPaymentState,
  /** In USDT, rounded down to six decimals, or by `coin` in the network's coin; null if it moved neither. */
  amount: z.nullable(z.string()),
  /** False if a bridge or a mint has made it, for which nobody can sign. */
  can_sign: z.boolean(),
  /** Blocks on top of the payment's, and how many are needed; null once it is confirmed. */
  confirmations: z.nullable(z.int()),
  confirmations_needed: z.int(),
  tx_url: z.nullable(z.string()),
});
export type NamedPayment = z.infer<typeof NamedPayment>;

/** `open`: it needs a person, because it cannot be credited by itself nor claimed by its sender. */
const NAMED_PAYMENT_FILTERS = ['open', 'reviewed'] as const;

/** A transaction that a buyer named, as operators see it. */
export const AdminNamedPayment = z.object({
  id: Id,
  username: z.string(),
  tx_hash: z.string(),
  /** The network it was named for. */
  named_type: Network,
  /** The top-up it was named for; null at the buyer's own address. */
  order_id: z.nullable(z.string()),
  named_at: Time,
  /** Null if no node has seen it. */
  payment: z.nullable(NamedPayment),
  token_address: z.nullable(z.string()),
  sender_address: z.nullable(z.string()),
  receiver_address: z.nullable(z.string()),
  is_open: z.boolean(),
  reviewed_by: z.nullable(z.string()),
  reviewed_at: z.nullable(Time),
  /** The reviewer's note. */
  review: z.nullable(z.string()),
});
export type AdminNamedPayment = z.infer<typeof AdminNamedPayment>;

const namedFilter = {
  state: z.optional(z.enum(NAMED_PAYMENT_FILTERS)),
  username: z.optional(NamePrefix),
};

export const namedPaymentsEndpoints = endpoints({
  listNamedPayments: {
    summary: 'Transactions that buyers named as their payments, with what each was, newest first',
    query: z.object({ ...pageQuery, ...namedFilter }),
    data: page(AdminNamedPayment),
  },
  exportNamedPayments: {
    freshCode: true,
    summary: 'Named transactions as a CSV or XLSX file, newest first',
    query: z.object({ ...namedFilter, ...tableFormat }),
    ...tableFile,
  },
  reviewNamedPayment: {
    summary: 'Save a note on a named transaction that needed a person',
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    data: AdminNamedPayment,
  },
});
