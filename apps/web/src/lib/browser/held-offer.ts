import { create } from 'zustand';

/** Chromium's: asks the reader to install the site, once. */
export type Offer = Event & { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

export const useHeldOffer = create<{ readonly offer: Offer | null }>(() => ({ offer: null }));
