import { useEffect, useRef, type RefObject, useSyncExternalStore, useState } from 'react';
import { storedState, updateStored, useStored } from '../stored/stored-state.ts';

/**
 * For what appears while the reader looks at another part of the page: scrolls it into view once `isThere`, but not
 * where it is there from the beginning.
 */
export function useScrollIntoView<E extends Element>(isThere: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const wasThere = useRef(isThere);
  useEffect(() => {
    const part = place.current;
    if (isThere && !wasThere.current && part && !isInView(part))
      part.scrollIntoView({ block: isTall(part) ? 'start' : 'center' });
    wasThere.current = isThere;
  }, [isThere]);
  return place;
}

/** The header covers as much. */
const HEADER_PX = 64;

const isTall = (part: Element): boolean => part.clientHeight > window.innerHeight - 2 * HEADER_PX;

function isInView(part: Element): boolean {
  const { top, bottom } = part.getBoundingClientRect();
  return top >= HEADER_PX && bottom <= window.innerHeight;
}

/** A ref that focuses its element on mount: for content that replaces what was focused. */
export const focusNow = (element: HTMLElement | null): void => element?.focus();

const CONTROL = 'input, textarea, select';

/**
 * Scrolls to a form's first invalid field and focuses it. Centred, so that a bar at the form's bottom does not cover
 * it.
 */
export function scrollToFault(form: Element | null | undefined): void {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
  fault?.scrollIntoView({ block: 'center' });
  // Some fields mark only their wrapper.
  const control = fault?.matches(CONTROL) ? fault : fault?.querySelector<HTMLElement>(CONTROL);
  control?.focus({ preventScroll: true });
}

/** Like `scrollToFault`, for any form: only where a field of it is wrong, and the focus is at no other wrong one. */
export function focusFault(form: Element | null | undefined): void {
  if (form?.querySelector(FAULT) && document.activeElement?.closest(FAULT) == null) scrollToFault(form);
}

const FAULT = '[aria-invalid="true"]';

const system = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

function subscribe(onChange: () => void): () => void {
  const media = system();
  const stop = useStored.subscribe(onChange);
  media.addEventListener('change', onChange);
  return () => {
    stop();
    media.removeEventListener('change', onChange);
  };
}

function isDark(): boolean {
  const { theme } = storedState();
  return theme === 'auto' ? system().matches : theme === 'dark';
}

/** Whether the reader has the dark theme: by their choice, else by their system. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark, () => false);

/** Stores the reader's choice. Colours change without fading, or parts of the page would change one after another. */
export function chooseColourScheme(theme: 'light' | 'dark'): void {
  const { dataset } = document.documentElement;
  dataset['recolouring'] = '';
  updateStored({ theme });
  setTimeout(() => delete dataset['recolouring'], 10);
}

/** Whether the page is visible, and not in a background tab. */
export function useIsPageVisible(): boolean {
  const [isSeen, setIsSeen] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setIsSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
}
