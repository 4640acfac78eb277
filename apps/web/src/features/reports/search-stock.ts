import type { Data, NamedItem } from '@portside/contract';
import { call } from '../../lib/api/call.ts';

/** Most items that a request can be upheld with; more are named by their lines. */
const MOST_FOUND = 100;

export type StockSearch = {
  readonly name: string;
  readonly reportId: string;
  /** `full`: it found the maximum. `stopped`: it can be resumed. */
  readonly phase: 'running' | 'stopped' | 'ended' | 'full';
  readonly found: readonly NamedItem[];
  readonly opened: number;
  readonly unreadable: number;
  readonly passed: number;
  readonly of: number;
  readonly after: string | null;
};

export const beginSearch = (name: string, reportId: string): StockSearch => ({
  name,
  reportId,
  phase: 'running',
  found: [],
  opened: 0,
  unreadable: 0,
  passed: 0,
  of: 0,
  after: null,
});

/** Searches the stock part by part and reports each; a stopped or failed search can be resumed. */
export async function searchStock(
  begun: StockSearch,
  show: (search: StockSearch) => void,
  signal: AbortSignal,
): Promise<void> {
  let search: StockSearch = { ...begun, phase: 'running' };
  show(search);
  try {
    while (search.phase === 'running') {
      const { name, reportId, after } = search;
      const body = { name, report_id: reportId, ...(after !== null && { after }) };
      search = addPart(search, await call('searchItems', { body }, { signal }));
      show(search);
    }
  } catch (error) {
    show({ ...search, phase: 'stopped' });
    if (!signal.aborted) throw error;
  }
}

function addPart(search: StockSearch, part: Data<'searchItems'>): StockSearch {
  const found = [...search.found, ...part.found].slice(0, MOST_FOUND);
  const isFull = found.length === MOST_FOUND;
  return {
    ...search,
    phase: isFull ? 'full' : part.after === null ? 'ended' : 'running',
    found,
    opened: search.opened + part.opened,
    unreadable: search.unreadable + part.unreadable,
    passed: part.passed,
    of: part.of,
    after: part.after,
  };
}

const EMAIL = /[^\s<>"',;:()]+@[^\s<>"',;:()]+\.[^\s<>"',;:().]+/u;

const PHONE = /\+?\d[\d\s().-]{5,}\d/u;

/** Guesses an account's name from a request's subject: an e-mail address, a phone number, or all of it. */
export const nameInSubject = (subject: string): string =>
  (EMAIL.exec(subject) ?? PHONE.exec(subject))?.[0] ?? subject.trim();
