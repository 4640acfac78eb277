import type { Hex } from 'viem';

const WORD = 64;
const ADDRESS = 40;

/** Sets of the lists that are watched, which can have a hundred thousand addresses. */
const sets = new WeakMap<readonly Hex[], ReadonlySet<string>>();

function setOf(addresses: readonly Hex[]): ReadonlySet<string> {
  const known = sets.get(addresses);
  if (known) return known;
  const made = new Set<string>(addresses);
  sets.set(addresses, made);
  return made;
}

/** Whether an address is in a list that does not change, as `includes`, in constant time. */
export const isRecipient = (address: Hex, addresses: readonly Hex[]): boolean =>
  setOf(addresses).has(address);

/** Whether a topic or data have one of the addresses at the end of one of their words. */
export function mentionsAddress(words: Hex, addresses: readonly Hex[]): boolean {
  if (addresses.length === 0) return false;
  const ours = setOf(addresses);
  for (let end = 2 + WORD; end <= words.length; end += WORD)
    if (ours.has(`0x${words.slice(end - ADDRESS, end)}`)) return true;
  return false;
}
