import { useSyncExternalStore, useEffect, useState } from 'react';

/** Screens up to this width in CSS pixels get the phone pages. */
export const PHONE_WIDTH_PX = 768;

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

const kept = new Map<string, unknown>();

/** State that goes along when a phone is turned, and the page opens anew in the layout of the other width. */
export function useTurnedState<T>(name: string, first: () => T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as T) : first()));
  useEffect(() => void kept.delete(name), [name]);
  useEffect(() => onAreaChange(() => void kept.set(name, value)), [name, value]);
  return [value, setValue];
}
