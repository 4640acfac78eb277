import { parseAddress } from '@portside/chain/networks/address';
import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';

import type { ShownAddress } from './check-address.ts';
import type { PayableRecharge } from '../networks/networks.ts';

export type Hex = `0x${string}`;

/** What is to be paid, in the chain's terms: 20-byte addresses, amounts in micro-USDT. */
export type Payment = {
  readonly network: Network;
  readonly chainId: number;
  readonly token: Hex;
  /** Of the token, from its network's record. */
  readonly decimals: number;
  readonly treasury: Hex;
  /** What the address to pay to was computed from, where it is the buyer's own; null if the shop names nothing. */
  readonly own: ShownAddress | null;
  readonly isToOwnAddress: boolean;
  /** Null if only a transfer is possible. */
  readonly checkout: Hex | null;
  readonly orderRef: Hex;
  readonly amountMicro: bigint;
  /** Last second, unix time, at which the checkout takes it. */
  readonly deadline: bigint;
};

/** Throws on an address, reference or amount that is not one: the shop's own mistake. */
export function paymentOf(recharge: PayableRecharge): Payment {
  const { type: network, order_ref: orderRef, checkout_address: checkout } = recharge;
  if (!/^0x[0-9a-f]{64}$/.test(orderRef)) throw new Error('An order reference has 32 bytes');
  return {
    network,
    chainId: recharge.chain_id,
    token: parseAddress(network, recharge.contract_address),
    decimals: recordOf(network).token.decimals,
    treasury: parseAddress(network, recharge.wallet_address),
    own: recharge.own_address && {
      ...recharge.own_address,
      type: network,
      chain_id: recharge.chain_id,
      address: recharge.wallet_address,
    },
    isToOwnAddress: recharge.mode === 'own_addresses',
    checkout: checkout === null ? null : parseAddress(network, checkout),
    orderRef: orderRef as Hex,
    amountMicro: parseMicro(recharge.pay_amount),
    deadline: BigInt(Math.floor(Date.parse(recharge.expires_at) / 1_000)),
  };
}
