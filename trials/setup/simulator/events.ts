import { addressToTopic, PAID_TOPIC, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';
import { toEventHash, type Hex } from 'viem';
import type { SimEvent, Worth } from './chain-model.ts';

export const APPROVAL_TOPIC = toEventHash('Approval(address,address,uint256)');

export const word = (value: bigint): string => value.toString(16).padStart(64, '0');

/** The token's Transfer event; worth something if `to` is ours. */
export function transfer(token: Hex, worth: Worth, isOurs: boolean): SimEvent {
  return {
    address: token,
    topics: [TRANSFER_TOPIC, addressToTopic(worth.from), addressToTopic(worth.to)],
    data: `0x${word(worth.units)}`,
    worth: isOurs ? worth : null,
  };
}

/** The checkout contract's event. */
export function paid(
  checkout: Hex,
  { from, units, orderRef }: Omit<Worth, 'orderRef'> & { orderRef: Hex },
): SimEvent {
  return {
    address: checkout,
    topics: [PAID_TOPIC, orderRef, addressToTopic(from)],
    data: `0x${word(units)}${word(units)}`,
    worth: null,
  };
}

/** Any other event of a contract. */
export const other = (address: Hex, topics: readonly Hex[], data: Hex): SimEvent => ({
  address,
  topics,
  data,
  worth: null,
});
