import { meaningOf, type Meaning } from '@portside/accounts/columns';
import { dropInvisible, isPlain } from '@portside/accounts/invisible';
import type { AccountForm } from '@portside/accounts/account-form';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { foldName } from '../users/index.ts';

/**
 * What tells an account from others however it is spelled: marks of its folded login, and of that with its password.
 * They hold 64 bits of a keyed hash, so they say nothing about the texts; a rare collision only asks in vain.
 */
export type Identity = {
  readonly login: bigint;
  readonly account: bigint;
  /**
   * How an account on a host was marked before the shop told hosts apart. Those marks stay: looked up beside the new ones
   * they still find the same account, and their first bits are the ones that a search for a login looks for.
   */
  readonly older?: Identity;
};

/** The marks of a text without a login. No account has them. */
export const NO_IDENTITY: Identity = { login: 0n, account: 0n };

/** How an account is written, as far as its identity depends on it. */
export type Written = Pick<AccountForm, 'separator' | 'columns'>;

/** With or without the plus, as phone numbers are typed; an IP address is none. */
const DIGITS = /^(?!\d{1,3}(?:\.\d{1,3}){3}$)\+?[\d\s().-]+$/u;

const SHORTEST_PHONE = 7;

/** Equal for the same name in any spelling: case, width, invisible characters, spaces within phone numbers. */
export function nameKey(text: string): string {
  const folded = (isPlain(text) ? text.toLowerCase() : foldName(dropInvisible(text))).trim();
  const digits = DIGITS.test(folded) ? folded.replaceAll(/\D/g, '') : '';
  return digits.length >= SHORTEST_PHONE ? digits : folded;
}

/** Equal for the same password with other blanks or invisible characters; its letters keep their case. */
export const passwordKey = (text: string): string => dropInvisible(text).normalize('NFC').trim();

/**
 * Computes the identities of accounts that are written in one form. A value ends at the next separator, whatever the
 * form does with surplus ones: a further or an empty value at the end hides no likeness.
 */
export function createIdentifier(
  keyring: Keyring,
  { separator, columns }: Written,
): (text: string) => Identity {
  const [login, password] = placesOf(columns);
  const hosts = columns.flatMap((name, at) => (HOSTS.has(meaningOf(name)) && at !== login ? at : []));
  const count = Math.max(login, password, ...hosts) + 1;
  return (text) => {
    const values = columns.length === 1 && LINK.test(text) ? [text] : text.split(separator, count);
    const own = nameKey(values[login] ?? '');
    if (own === '') return NO_IDENTITY;
    const key = passwordKey(values[password] ?? '');
    const alone = { login: keyring.mark('login', own), account: keyring.mark('account', `${own}\0${key}`) };
    if (hosts.length === 0) return alone;
    // `Administrator` is another account on every host.
    const name = [own, ...hosts.map((at) => nameKey(values[at] ?? ''))].join('\0');
    return {
      login: firstMark(alone.login) + BigInt.asUintN(HOST_BITS, keyring.mark('login', name)),
      account: keyring.mark('account', `${name}\0${key}`),
      older: alone,
    };
  };
}

/** By itself, it is one value: nothing separates its scheme from the rest. */
const LINK = /^\s*https?:\/\//i;

const HOSTS = new Set<Meaning | null>(['host', 'port']);

/** The last bits of a login's mark tell hosts apart, so that a search for it finds those of every host. */
const HOST_BITS = 28;
const firstMark = (mark: bigint): bigint => mark - BigInt.asUintN(HOST_BITS, mark);

/** Between which marks a login is, on whatever host. */
export function marksOfLogin(keyring: Keyring, login: string): readonly [first: bigint, last: bigint] | null {
  const name = nameKey(login);
  if (name === '') return null;
  const first = firstMark(keyring.mark('login', name));
  return [first, first + 2n ** BigInt(HOST_BITS) - 1n];
}

/** Which values are the login and the password: by what the columns are called, else the first and the next one. */
function placesOf(columns: readonly string[]): [login: number, password: number] {
  const meanings = columns.map(meaningOf);
  const find = (...wanted: readonly Meaning[]): number | undefined =>
    wanted.map((meaning) => meanings.indexOf(meaning)).find((place) => place >= 0);
  const login = find('account', 'mail', 'phone') ?? 0;
  const isLast = login > 0 && login === columns.length - 1;
  return [login, find('password', 'mail password') ?? (isLast ? login - 1 : login + 1)];
}
