import * as z from 'zod/mini';
import { TxHash } from './recharges/recharges.ts';
import { endpoints } from './wire/endpoint.ts';
import { Id, Network, Nothing, page, Time, wholeListQuery } from './wire/values.ts';

/**
 * An address of the buyer's own. It follows from the published code, `factory_address`, `wallet_address` and `salt`, so
 * that a page can compute it.
 */
export const DepositAddress = z.object({
  type: Network,
  chain_id: z.int(),
  network_name: z.string(),
  contract_address: z.string(),
  address: z.string(),
  /** 32 bytes as 0x hex. */
  salt: z.string(),
  factory_address: z.string(),
  /** Where everything that arrives can only go to. */
  wallet_address: z.string(),
  /** What arrives below it is credited once it is as much together. */
  minimum_amount: z.string(),
  created_at: Time,
});
export type DepositAddress = z.infer<typeof DepositAddress>;

/** A payment at the buyer's own address that is below the network's minimum. */
export const SmallPayment = z.object({
  /** Rounded down to six decimals. */
  amount: z.string(),
  tx_hash: z.string(),
  /** Which of the transaction's payments it is. */
  ordinal: z.int(),
  tx_url: z.nullable(z.string()),
  /** Whether the network has confirmed it; until then it does not count. */
  confirmed: z.boolean(),
  /** Of its block. */
  paid_at: Time,
});
export type SmallPayment = z.infer<typeof SmallPayment>;

/** What has arrived on a network below its minimum and is not credited yet. */
export const SmallPayments = z.object({
  type: Network,
  /** Everything that is confirmed, together. */
  amount: z.string(),
  /** How much more has to arrive until all of it is credited. */
  missing_amount: z.string(),
  minimum_amount: z.string(),
  /** The newest 20, newest first. */
  payments: z.array(SmallPayment),
});
export type SmallPayments = z.infer<typeof SmallPayments>;

/**
 * What became of a transaction that pays one's own address: `small` waits below the minimum, `review` for a person;
 * `rejected` will not be credited. `elsewhere`: it pays a wallet of the shop instead, where it can be claimed.
 */
export const OWN_PAYMENT_STATES = [
  'confirming',
  'small',
  'review',
  'credited',
  'rejected',
  'elsewhere',
] as const;
export const OwnPaymentState = z.enum(OWN_PAYMENT_STATES);
export type OwnPaymentState = z.infer<typeof OwnPaymentState>;

export const OwnPaymentSearch = z.object({
  /** When the network was last read; null where it never was. */
  checked_at: z.nullable(Time),
  /** What the named transaction has paid; null where none is named, and where it is not found. */
  payment: z.nullable(
    z.object({
      /** Where it was found, whatever network was asked for. */
      type: Network,
      /** Rounded down to six decimals. */
      amount: z.string(),
      state: OwnPaymentState,
      tx_url: z.nullable(z.string()),
    }),
  ),
});
export type OwnPaymentSearch = z.infer<typeof OwnPaymentSearch>;

/**
 * One's own address on a network has changed, and one has not been told yet. What arrives at the old one is credited as
 * before.
 */
export const AddressChange = z.object({
  id: Id,
  type: Network,
  network_name: z.string(),
  old_address: z.string(),
  /** Null where the network has no own addresses any more: it asks for exact amounts, to another wallet. */
  new_address: z.nullable(z.string()),
  /** Whether the new address is one that the buyer had before. */
  is_former: z.boolean(),
  changed_at: Time,
});
export type AddressChange = z.infer<typeof AddressChange>;

export const depositAddressesEndpoints = endpoints({
  openDepositAddress: {
    access: 'user',
    perMinute: 30,
    summary: "One's own address on a network, made at the first call and the same ever after",
    body: z.object({ type: Network }),
    data: DepositAddress,
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
    summary:
      "When a network was last read, and what became of a transaction to one's own address; this credits nothing",
    query: z.object({ type: Network, tx_hash: z.optional(TxHash) }),
    data: OwnPaymentSearch,
  },
  listAddressChanges: {
    access: 'user',
    summary:
      "Which of one's own addresses have changed, until each is dismissed or half an hour after the new one was first opened",
    query: z.object(wholeListQuery),
    data: page(AddressChange),
  },
  dismissAddressChange: {
    access: 'user',
    summary: 'Do not show a change of address again',
    params: z.object({ id: Id }),
    data: Nothing,
  },
});
