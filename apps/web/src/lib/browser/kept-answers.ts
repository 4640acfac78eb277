import { create } from 'zustand';
import { KEPT_AT } from './kept-at.ts';

/** By address: when the answer that is shown came, in milliseconds. Only those that the browser had kept. */
const kept = new Map<string, number>();
const useKept = create<{ readonly since: number | null }>(() => ({ since: null }));

/** Notes for every answer of the shop whether it is an old one, which the service worker gives without a network. */
export function noteAnswer(address: string, answer: Response): void {
  const keptAt = answer.headers.get(KEPT_AT);
  if (keptAt === null && kept.size === 0) return;
  if (keptAt === null) kept.delete(address);
  else kept.set(address, Number(keptAt));
  announce();
}

/** To be called before everything is asked for again; whether anything old was shown. */
export function forgetKeptAnswers(): boolean {
  const wereAny = kept.size > 0;
  kept.clear();
  announce();
  return wereAny;
}

const announce = (): void => useKept.setState({ since: kept.size === 0 ? null : Math.min(...kept.values()) });

/** Since when what is shown may be out of date, in milliseconds; null where it is of now. */
export const useKeptSince = (): number | null => useKept((s) => s.since);
