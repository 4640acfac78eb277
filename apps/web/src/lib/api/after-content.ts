import { useEffect, useState } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';

let isShown = false;
const waiting = new Set<() => void>();
let stopWatching: (() => void) | null = null;

/** An answer that never comes delays it no longer than this. */
const LONGEST_MS = 10_000;

/**
 * Whether the page shows what it is for: every query of the first page is answered and painted, and the browser is
 * idle, or ten seconds have passed. For what a page can be read without, because on a slow network each request delays
 * the others. Stays true on the pages that follow.
 */
export function useAfterContent(): boolean {
  const client = useQueryClient();
  const [isReady, setIsReady] = useState(isShown);
  useEffect(() => (isReady ? undefined : awaitContent(client, () => setIsReady(true))), [isReady, client]);
  return isReady;
}

/** Returns what ends the waiting. */
function awaitContent(client: QueryClient, act: () => void): () => void {
  waiting.add(act);
  if (isShown) whenIdle(showNext);
  else stopWatching ??= watchContent(client);
  return () => {
    waiting.delete(act);
    if (waiting.size === 0) endWatch();
  };
}

function endWatch(): void {
  stopWatching?.();
  stopWatching = null;
}

/**
 * One look for everybody: with one of its own, a component would render at every request of the page. Returns what ends
 * it.
 */
function watchContent(client: QueryClient): () => void {
  let cancelShow: (() => void) | null = null;
  const show = () => {
    isShown = true;
    endWatch();
    showNext();
  };
  const look = () => {
    if (client.isFetching() === 0) {
      cancelShow ??= whenPainted(show);
      return;
    }
    cancelShow?.();
    cancelShow = null;
  };
  const timer = setTimeout(show, LONGEST_MS);
  const unsubscribe = client.getQueryCache().subscribe(look);
  look();
  return () => {
    clearTimeout(timer);
    unsubscribe();
    cancelShow?.();
  };
}

/** One part after the other, so that a tap between two of them is answered at once. */
function showNext(): void {
  const [next] = waiting;
  if (!next) return;
  waiting.delete(next);
  next();
  whenIdle(showNext);
}

/** Once what is there is painted, in a tab that somebody sees. Returns what cancels it. */
function whenPainted(act: () => void): () => void {
  let cancel: () => void;
  const afterFrame = (then: () => void): void => {
    const frame = requestAnimationFrame(then);
    cancel = () => cancelAnimationFrame(frame);
  };
  // The first one comes before the paint of this frame.
  afterFrame(() => afterFrame(() => void (cancel = whenIdle(act))));
  return () => cancel();
}

/** Returns what cancels it. */
function whenIdle(act: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act, 100);
    return () => clearTimeout(timer);
  }
  const callback = requestIdleCallback(act, { timeout: 10_000 });
  return () => cancelIdleCallback(callback);
}
