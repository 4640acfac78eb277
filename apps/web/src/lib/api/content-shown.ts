import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useSyncExternalStore } from 'react';

/** What is slow to answer holds nothing back for longer. */
const LONGEST_MS = 10_000;

let isShown = true;
const listeners = new Set<() => void>();

function show(): void {
  if (isShown) return;
  isShown = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Whether the page that was opened shows what it is for. Until then nothing is asked for that it can be read and used
 * without: on a slow network each request costs the others time. Stays true on the pages that follow. All parts that
 * wait for it are drawn then, so in slices, between which the page answers.
 */
export const useIsContentShown = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      subscribe,
      () => isShown,
      () => false,
    ),
  );

/** To be called before the first page is rendered. */
export function holdLater(): void {
  isShown = false;
}

/**
 * Notices that the content is there: everything that was asked for has been answered and painted, and has led to no
 * further question. Mount once.
 */
export function useContentWatch(): void {
  const client = useQueryClient();
  // Deferred, because the answers are too.
  const isAsking = useDeferredValue(useIsFetching() > 0);
  useEffect(() => {
    const timer = setTimeout(show, LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  // An effect, because the answers are drawn by then; they are painted with the next frame.
  useEffect(() => {
    if (isAsking) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => void (client.isFetching() === 0 && show());
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => (timer = setTimeout(end)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [client, isAsking]);
}
