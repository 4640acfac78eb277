import { parseAddress } from '@portside/chain/networks/address';
import { create2PrefixOf } from '@portside/chain/networks/chains';
import type { DepositFactory } from '@portside/checkout/deposit-code';
import type { SweepFactory, SweepNetwork } from '@portside/contract';

/** What is swept: the addresses of one factory. */
export type SweepTarget = { readonly network: SweepNetwork; readonly factory: SweepFactory };

/** The factory that this must be by its published code. */
export const publishedOf = ({
  network: { type, chain_id: chainId },
  factory,
}: SweepTarget): DepositFactory => ({
  prefix: create2PrefixOf(type, chainId),
  factory: parseAddress(type, factory.factory_address),
  treasury: parseAddress(type, factory.wallet_address),
});
