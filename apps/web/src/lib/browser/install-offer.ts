import { useSyncExternalStore } from 'react';

/** Chromium's: asks the reader to install the site, once. */
type Offer = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

export type WayToInstall = 'offered' | 'shareMenu';

let offer: Offer | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer for a button of ours, in place of its own bar. Call once. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as Offer);
  });
  addEventListener('appinstalled', () => change(null));
}

/** Asks the reader; the browser does so once for each offer. */
export async function install(): Promise<void> {
  const asked = offer;
  change(null);
  await asked?.prompt();
}

function change(now: Offer | null): void {
  offer = now;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How this browser installs the shop; null where it cannot, or already has. */
export function useWayToInstall(): WayToInstall | null {
  const isOffered = useSyncExternalStore(follow, () => offer !== null);
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (isOffered) return 'offered';
  return isAppleTouch() ? 'shareMenu' : null;
}

/** Tablets call themselves computers, but have a touch screen. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
