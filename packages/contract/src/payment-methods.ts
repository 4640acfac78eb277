import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { Network, page, wholeListQuery } from './values.ts';

export const PaymentMethod = z.object({
  type: Network,
  chain_id: z.int(),
  network_name: z.string(),
  contract_address: z.string(),
  wallet_address: z.string(),
  checkout_address: z.nullable(z.string()),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const paymentMethodsEndpoints = endpoints({
  listEnabledPaymentMethods: {
    access: 'visitor',
    summary: 'Networks that take top-ups now',
    query: z.object(wholeListQuery),
    data: page(PaymentMethod),
  },
});
