import { addressToTopic, PAID_TOPIC, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';
import { numberToHex, type Hex } from 'viem';
import { randomAddress } from '../../../apps/server/src/testing/chain-world.ts';

export const word = (value: bigint): Hex => numberToHex(value, { size: 32 });

/** The words of a Transfer event from any sender. */
export const transferWords = (to: Hex, amountMicro: bigint) => ({
  event: TRANSFER_TOPIC,
  from: addressToTopic(randomAddress()),
  to: addressToTopic(to),
  amount: word(amountMicro),
});

/** Topics and data of the checkout's event. */
export const paidWords = (orderRef: Hex, payer: Hex, amountMicro: bigint): [topics: Hex[], data: Hex] => [
  [PAID_TOPIC, orderRef, addressToTopic(payer)],
  `${word(amountMicro)}${word(amountMicro).slice(2)}`,
];
