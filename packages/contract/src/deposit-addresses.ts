import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { Id, Network, Nothing, page, Time, wholeListQuery } from './wire/values.ts';

/**
 * A deposit address of one buyer. Pages can compute it themselves from the published code, `factory_address`,
 * `wallet_address` and `salt`.
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
  /** The only wallet that money at this address can be moved to. */
  wallet_address: z.string(),
  /** Smaller payments are credited once they add up to it. */
  minimum_amount: z.string(),
  created_at: Time,
});
export type DepositAddress = z.infer<typeof DepositAddress>;

/**
 * The buyer's deposit address on a network has changed and they have not seen the notice. Payments to the old address
 * are still credited.
 */
export const AddressChange = z.object({
  id: Id,
  type: Network,
  network_name: z.string(),
  old_address: z.string(),
  /** Null if the network no longer uses deposit addresses, but exact amounts to another wallet. */
  new_address: z.nullable(z.string()),
  /** Whether the buyer had the new address before. */
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
