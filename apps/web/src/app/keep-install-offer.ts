import { useHeldOffer, type Offer } from '../lib/browser/held-offer.ts';

/** Keeps the browser's offer for a button of ours, in place of its own bar. Call once. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useHeldOffer.setState({ offer: event as Offer });
  });
  addEventListener('appinstalled', () => useHeldOffer.setState({ offer: null }));
}
