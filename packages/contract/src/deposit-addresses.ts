import * as z from 'zod/mini';
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
