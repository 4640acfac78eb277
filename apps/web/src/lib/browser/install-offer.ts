import { create } from 'zustand';

/** Chromium's: asks the reader to install the site, once. */
type Offer = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

type WayToInstall = 'offered' | 'shareMenu';

const useOffer = create<{ readonly offer: Offer | null }>(() => ({ offer: null }));
const change = (offer: Offer | null): void => useOffer.setState({ offer });

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
  const { offer: asked } = useOffer.getState();
  change(null);
  await asked?.prompt();
}

/** How this browser installs the shop; null where it cannot, or already has. */
export function useWayToInstall(): WayToInstall | null {
  const isOffered = useOffer((s) => s.offer !== null);
  if (matchMedia('(display-mode: standalone)').matches) return null;
  if (isOffered) return 'offered';
  return isAppleTouch() ? 'shareMenu' : null;
}

/** Tablets call themselves computers, but have a touch screen. */
const isAppleTouch = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
