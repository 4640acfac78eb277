import { Suspense, type ReactNode, useDeferredValue, useEffect, useSyncExternalStore } from 'react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';

/**
 * Shows a part that the page can be read and used without, once the page shows what it is for; `before` until then, and
 * while its code loads.
 */
export const AfterContent = ({ children, before }: { children: ReactNode; before?: ReactNode }): ReactNode =>
  useIsContentShown() ? <Suspense fallback={before}>{children}</Suspense> : before;

/** What is slow to answer holds nothing back for longer. */
const LONGEST_MS = 10_000;

let isShown = true;

/** Parts of the page whose latest answer is not drawn yet. */
let drawings = 0;

const listeners = new Set<() => void>();

const tell = (): void => listeners.forEach((listener) => listener());

function show(): void {
  if (isShown) return;
  isShown = true;
  tell();
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

/**
 * The value to draw for an answer that many things are drawn for: the latest, a moment later, because React draws it in
 * slices, between which the page answers. Until then the value before, so compare both where that may mislead.
 */
export function useInSlices<T>(latest: T): T {
  const drawn = useDeferredValue(latest);
  const isBehind = drawn !== latest;
  useEffect(() => {
    if (!isBehind) return undefined;
    const add = (change: 1 | -1): void => {
      drawings += change;
      tell();
    };
    add(1);
    return () => add(-1);
  }, [isBehind]);
  return drawn;
}

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
  const isAsking = useIsFetching() > 0;
  const isDrawing = useSyncExternalStore(
    subscribe,
    () => drawings > 0,
    () => false,
  );
  useEffect(() => {
    const timer = setTimeout(show, LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  // An effect, because the answers are drawn by then; they are painted with the next frame.
  useEffect(() => {
    if (isAsking || isDrawing) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => void (client.isFetching() === 0 && drawings === 0 && show());
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => (timer = setTimeout(end)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [client, isAsking, isDrawing]);
}
