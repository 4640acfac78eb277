import { dropInvisible } from '@portside/accounts/invisible';
import { readRows } from '@portside/accounts/row-reader';

type Named = { readonly id: string; readonly name: string };

/** What a list of accounts says about those of an order. */
export type ReadList = {
  readonly ids: readonly string[];
  /** Lines that name no account of the order, as they were written. */
  readonly unknown: readonly string[];
  /** Lines that may name several: nothing is chosen by them. */
  readonly unclear: readonly string[];
};

/** What stands between values, and round them. A login holds neither blanks nor these. */
const BETWEEN = /[\s:;|,"'()[\]]+|-{2,}/;
const LIST = /[\s,;]+/;
/** The shop cuts longer names. */
const LONGEST_NAME = 120;
/** A value ends where no character of a login goes on. */
const GOES_ON = /[\p{L}\p{N}_@.+-]/u;

/** `Map.groupBy` is newer than some browsers that people have. */
function groupBy(accounts: readonly Named[], keyOf: (account: Named) => string): Map<string, Named[]> {
  const groups = new Map<string, Named[]>();
  for (const account of accounts) {
    const group = groups.get(keyOf(account));
    if (group) group.push(account);
    else groups.set(keyOf(account), [account]);
  }
  return groups;
}

/**
 * Finds the accounts that the lines of a list name: by the login, by the whole line that begins with it, or by the only
 * login that stands in the line. What names several is left to the reader.
 */
export function readAccountList(text: string, accounts: readonly Named[]): ReadList {
  const exact = groupBy(accounts, ({ name }) => name);
  const folded = groupBy(accounts, ({ name }) => name.toLowerCase());
  const longest = Math.max(0, ...accounts.map(({ name }) => name.length));
  const named = (name: string): readonly Named[] => exact.get(name) ?? folded.get(name.toLowerCase()) ?? [];

  /** Those whose name the line begins with; the longest name counts. */
  function atStart(line: string): readonly Named[] {
    for (let end = Math.min(longest, line.length); end > 0; end -= 1) {
      if (end < line.length && GOES_ON.test(line[end]!) && GOES_ON.test(line[end - 1]!)) continue;
      const found = named(line.slice(0, end));
      if (found.length > 0) return found;
    }
    return line.length > LONGEST_NAME ? named(line.slice(0, LONGEST_NAME)) : [];
  }

  function find(line: string): readonly Named[] | 'unclear' {
    const whole = named(line);
    if (whole.length === 1) return whole;
    const pieces = line.split(LIST).filter((piece) => piece !== '');
    const listed = pieces.map(named);
    if (pieces.length > 1 && listed.every((found) => found.length === 1)) return listed.flat();
    const values = new Set(line.split(BETWEEN).flatMap(named));
    const first = atStart(line.replace(/^["']/, ''));
    if (first.length === 1 && listed.filter((found) => found.length > 0).length < 2) return first;
    const found = values.size === 0 ? first : [...values];
    return found.length > 1 ? 'unclear' : found;
  }

  const ids = new Set<string>();
  const unknown: string[] = [];
  const unclear: string[] = [];
  for (const { text: row } of readRows(text, null)) {
    const line = dropInvisible(row).trim();
    if (line === '') continue;
    const found = find(line);
    if (found === 'unclear') unclear.push(line);
    else if (found.length === 0) unknown.push(line);
    else for (const { id } of found) ids.add(id);
  }
  return { ids: [...ids], unknown, unclear };
}
