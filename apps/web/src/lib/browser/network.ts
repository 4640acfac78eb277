import { create } from 'zustand';
import { KEPT_AT } from './worker-messages.ts';
import { useSyncExternalStore } from 'react';

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

function follow(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Whether the browser has a network; the server may be unreachable all the same. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );

type Connection = { readonly saveData?: boolean };

/** Whether the reader has asked for little data, by the browser's or the system's setting. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: Connection };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/** Without the shop, to load the page again would only lose it. */
export const isShopReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether something on the page would ask before it is left, such as an import that is running. */
export const isLeavingPrevented = (): boolean =>
  !dispatchEvent(new Event('beforeunload', { cancelable: true }));
