import { create } from 'zustand';

type WayToInstall = 'offered' | 'shareMenu';

/** Asks the reader; the browser does so once for each offer. */
export async function install(): Promise<void> {
  const { offer } = useHeldOffer.getState();
  useHeldOffer.setState({ offer: null });
  await offer?.prompt();
}

/** How this browser installs the shop; null if it cannot, or already has. */
export function useWayToInstall(): WayToInstall | null {
  const isOffered = useHeldOffer((s) => s.offer !== null);
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (isOffered) return 'offered';
  return isAppleTouch() ? 'shareMenu' : null;
}

/** Tablets call themselves computers, but have a touch screen. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Chromium's: asks the reader to install the site, once. */
export type Offer = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

export const useHeldOffer = create<{ readonly offer: Offer | null }>(() => ({ offer: null }));
