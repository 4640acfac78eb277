import { useSyncExternalStore } from 'react';
import { PHONE_WIDTH_PX } from './phone-width.ts';

type Area = '/client' | '/mobile';

let withoutScreen: Area = '/client';

/** For the build, which has no screen: from now on pages render for that area. */
export function drawFor(area: Area): void {
  withoutScreen = area;
}

/** Cached, and used instead of the window's width, because reading that forces a layout. */
let phone: MediaQueryList | undefined;
const phoneQuery = (): MediaQueryList => (phone ??= matchMedia(`(max-width: ${PHONE_WIDTH_PX}px)`));

/** The area that this screen is steered to: a product's page has one address for both. */
export function currentArea(): Area {
  if (typeof window === 'undefined') return withoutScreen;
  return phoneQuery().matches ? '/mobile' : '/client';
}

const isPhone = (): boolean => currentArea() === '/mobile';

/** Calls `tell` when the screen becomes a phone's or no longer is one, until the returned function is called. */
export function onAreaChange(tell: () => void): () => void {
  phoneQuery().addEventListener('change', tell);
  return () => phoneQuery().removeEventListener('change', tell);
}

/** Whether this screen is a phone's, also after it was turned. */
export const useIsPhone = (): boolean => useSyncExternalStore(onAreaChange, isPhone, isPhone);
