import { addressToTopic, PAID_TOPIC, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';
import { numberToHex, type Hex } from 'viem';
import { randomAddress } from '../../../apps/server/src/testing/chain-world.ts';

export const word = (value: bigint): Hex => numberToHex(value, { size: 32 });

/** The words of a Transfer event from any sender. */
export const transferWords = (to: Hex, amountUnits: bigint) => ({
  event: TRANSFER_TOPIC,
  from: addressToTopic(randomAddress()),
  to: addressToTopic(to),
  amount: word(amountUnits),
});

/** Topics and data of the checkout's event. */
export const paidWords = (orderRef: Hex, payer: Hex, amountUnits: bigint): [topics: Hex[], data: Hex] => [
  [PAID_TOPIC, orderRef, addressToTopic(payer)],
  `${word(amountUnits)}${word(amountUnits).slice(2)}`,
];
