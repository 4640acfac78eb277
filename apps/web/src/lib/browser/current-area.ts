import { useSyncExternalStore } from 'react';
import { PHONE_WIDTH_PX } from './phone-width.ts';

type Area = '/client' | '/mobile';

let withoutScreen: Area = '/client';

/** For the build, which has no screen: pages are drawn for that area from now on. */
export function drawFor(area: Area): void {
  withoutScreen = area;
}

/** The area that this screen is steered to: a product's page has one address for both. */
export function currentArea(): Area {
  if (typeof window === 'undefined') return withoutScreen;
  return window.innerWidth <= PHONE_WIDTH_PX ? '/mobile' : '/client';
}

const isPhone = (): boolean => currentArea() === '/mobile';

function onResize(tell: () => void): () => void {
  window.addEventListener('resize', tell);
  return () => window.removeEventListener('resize', tell);
}

/** Whether this screen is a phone's, also after it was turned. */
export const useIsPhone = (): boolean => useSyncExternalStore(onResize, isPhone, isPhone);
