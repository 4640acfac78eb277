import { type Hex, toEventHash } from 'viem';

export const TRANSFER_TOPIC = toEventHash('Transfer(address,address,uint256)');
export const PAID_TOPIC = toEventHash('Paid(bytes32,address,uint256,uint256)');

const PADDING = '0'.repeat(24);

/** An address as an indexed log parameter: lower-case, zero-padded to 32 bytes. */
export function addressToTopic(address: Hex): Hex {
  return `0x${PADDING}${address.slice(2).toLowerCase()}`;
}

/** The address in a topic, or null when the twelve bytes before it are not zero. */
export function topicToAddress(topic: Hex): Hex | null {
  return topic.slice(2, 26) === PADDING ? `0x${topic.slice(26)}` : null;
}

const WORD = 64;

const ADDRESS = 40;

/** Watched lists as sets, since they can have a hundred thousand addresses. */
const sets = new WeakMap<readonly Hex[], ReadonlySet<string>>();

function setOf(addresses: readonly Hex[]): ReadonlySet<string> {
  const known = sets.get(addresses);
  if (known) return known;
  const made = new Set<string>(addresses);
  sets.set(addresses, made);
  return made;
}

/** `includes` in constant time, for lists that never change. */
export const isRecipient = (address: Hex, addresses: readonly Hex[]): boolean =>
  setOf(addresses).has(address);

/** Whether a topic or data contains one of the addresses at the end of a word. */
export function mentionsAddress(words: Hex, addresses: readonly Hex[]): boolean {
  if (addresses.length === 0) return false;
  const ours = setOf(addresses);
  for (let end = 2 + WORD; end <= words.length; end += WORD)
    if (ours.has(`0x${words.slice(end - ADDRESS, end)}`)) return true;
  return false;
}
