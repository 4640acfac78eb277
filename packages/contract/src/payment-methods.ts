import * as z from 'zod/mini';
import { Proposal, Reason } from './approvals.ts';
import { endpoints } from './wire/endpoint.ts';
import { Id, line, Network, page, Time, whole, wholeListQuery } from './wire/values.ts';

/**
 * How payments are matched: by an exact amount reserved for a top-up and paid to the wallet, or by a deposit address
 * for each buyer.
 */
export const PAYMENT_MODES = ['exact_amount', 'own_addresses'] as const;
export const PaymentMode = z.enum(PAYMENT_MODES);
export type PaymentMode = z.infer<typeof PaymentMode>;

export const PaymentMethod = z.object({
  type: Network,
  chain_id: z.int(),
  network_name: z.string(),
  contract_address: z.string(),
  wallet_address: z.string(),
  checkout_address: z.nullable(z.string()),
  mode: PaymentMode,
  /** The contract that creates buyers' addresses, which pay to the wallet. */
  factory_address: z.nullable(z.string()),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const KeptPaymentMethod = z.extend(PaymentMethod, {
  id: Id,
  enabled: z.boolean(),
  /** Whether its token is the pinned USDT contract; if not, top-ups are off. */
  trusted: z.boolean(),
  /** Whether the seal proves that the shop itself wrote the network's methods; if not, the network is off. */
  sealed: z.boolean(),
  created_at: Time,
  /** When it was retired; its wallet is watched for another 90 days, its factory for ever. */
  retired_at: z.nullable(Time),
});
export type KeptPaymentMethod = z.infer<typeof KeptPaymentMethod>;

/** The network's current method, and the proposals created for a second person. */
export const PaymentMethodChange = z.object({
  method: z.nullable(KeptPaymentMethod),
  proposals: z.array(Proposal),
});
export type PaymentMethodChange = z.infer<typeof PaymentMethodChange>;

/** In the network's own format and checked by its rules. */
const Address = line(64, 1);

const addresses = {
  wallet_address: Address,
  /** Default: the chain's pinned USDT contract. */
  contract_address: z.optional(Address),
  checkout_address: z.optional(Address),
  /** Default: the current mode and factory while the wallet stays, otherwise exact_amount. */
  mode: z.optional(PaymentMode),
  factory_address: z.optional(Address),
  /** Default: the chain that the shop follows; the main network before any method was set. */
  chain_id: z.optional(whole(1)),
  reason: z.optional(Reason),
};

const MethodId = z.object({ id: Id });

export const paymentMethodsEndpoints = endpoints({
  listEnabledPaymentMethods: {
    access: 'visitor',
    summary: 'Networks that currently accept top-ups',
    query: z.object(wholeListQuery),
    data: page(PaymentMethod),
  },
  listPaymentMethods: {
    summary: 'All current and retired payment methods, newest first',
    query: z.object(wholeListQuery),
    data: page(KeptPaymentMethod),
  },
  createPaymentMethod: {
    freshCode: true,
    summary:
      "Set a network's addresses; the shop's very first take effect at once, all others (a further network's, too) a " +
      'day after a second person approved them, or after three days where there is none',
    // A network's id, token standard or name; absent, empty or just USDT means TRON.
    body: z.object({ type: z.optional(line(20)), ...addresses }),
    data: PaymentMethodChange,
  },
  updatePaymentMethod: {
    freshCode: true,
    summary: 'Change addresses, switch off (immediately) or on (needs a second person)',
    params: MethodId,
    body: z.object({ ...addresses, enabled: z._default(z.boolean(), true) }),
    data: PaymentMethodChange,
  },
  restorePaymentMethods: {
    freshCode: true,
    summary: "Put a network's methods back to those that were approved, where the database holds others",
    body: z.object({ type: Network, reason: Reason }),
    data: PaymentMethodChange,
  },
  deletePaymentMethod: {
    freshCode: true,
    summary:
      'Retire a method immediately; its wallet is watched for another 90 days, with a factory permanently',
    params: MethodId,
    data: PaymentMethodChange,
  },
});
