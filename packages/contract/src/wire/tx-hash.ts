import { decodeLink, plainText } from './plain-text.ts';

/**
 * What stands where a transaction's hash should: the number of an exchange that moved the money in its own books, an
 * address, a hash that is not whole, several hashes, or anything else.
 */
type HashProblem = 'exchangeNumber' | 'address' | 'cut' | 'several' | 'unreadable';
type ReadTxHash = { readonly hash: `0x${string}` } | { readonly problem: HashProblem };

const HASH = /(?<![0-9a-z])(?:0x)*([0-9a-f]{64})(?![0-9a-z])/gi;
const ADDRESS = /(?<![0-9a-z])(?:0x[0-9a-f]{40}|T[1-9A-Z]{33})(?![0-9a-z])/i;
/** In the languages of the shop, as exchanges word it. */
const INTERNAL =
  /internal|off-? ?chain|内部|站内|链下|внутрен|вне (?:сети|блокчейна)|interna|fora da (?:rede|blockchain)/i;
/** Numbers of transfers and withdrawals: digits alone, 32 hex digits, or the same in groups. */
const NUMBER =
  /(?<![0-9a-z])(?:\d{5,63}|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-z])/i;
/** What wallets show in a row too narrow for it, or most of it. */
const CUT = /[0-9a-f]{3,}(?:\.{2,}|\*{2,})[0-9a-f]{3,}|[0-9a-f]{20,}/i;

/**
 * The hash of a transaction in lower case with 0x, in a text or an explorer's link: any network's, with a label,
 * invisible characters, line breaks or quotes, with 0x or without.
 */
export function readTxHash(text: string): ReadTxHash {
  const plain = plainText(decodeLink(text));
  const unbroken = plain.replace(/(?<=[0-9a-fx]) (?=[0-9a-f])/gi, '');
  const inText = hashesIn(plain);
  const [hash, ...others] = inText.length > 0 ? inText : hashesIn(unbroken);
  if (hash !== undefined) return others.length === 0 ? { hash: `0x${hash}` } : { problem: 'several' };
  if (ADDRESS.test(plain)) return { problem: 'address' };
  if (INTERNAL.test(plain) || NUMBER.test(plain)) return { problem: 'exchangeNumber' };
  return { problem: CUT.test(plain) ? 'cut' : 'unreadable' };
}

const hashesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(HASH)].map(([, digits]) => digits!.toLowerCase())),
];
