import { type Hex, toEventHash } from 'viem';

export const TRANSFER_TOPIC = toEventHash('Transfer(address,address,uint256)');
export const PAID_TOPIC = toEventHash('Paid(bytes32,address,uint256,uint256)');

const PADDING = '0'.repeat(24);

/** An address as the indexed parameter of a log: lower-case, padded with zeros to 32 bytes. */
export function addressToTopic(address: Hex): Hex {
  return `0x${PADDING}${address.slice(2).toLowerCase()}`;
}

/** The address in a topic, or null when the twelve bytes before it are not zero. */
export function topicToAddress(topic: Hex): Hex | null {
  return topic.slice(2, 26) === PADDING ? `0x${topic.slice(26)}` : null;
}
