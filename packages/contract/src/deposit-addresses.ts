import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Network, Time } from './wire/values.ts';

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

export const depositAddressesEndpoints = endpoints({
  openDepositAddress: {
    access: 'user',
    perMinute: 30,
    summary: "One's own address on a network, made at the first call and the same ever after",
    body: z.object({ type: Network }),
    data: DepositAddress,
  },
});
