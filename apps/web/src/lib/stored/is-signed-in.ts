import { useStored } from './stored-state.ts';

let isDrawnSignedIn = false;

/** For the build, which stores nothing: pages are drawn for a reader who is signed in, or not, from now on. */
export function drawSignedIn(isSignedIn: boolean): void {
  isDrawnSignedIn = isSignedIn;
}

/** Whether the page is being prerendered for a reader who is signed in, of whom nothing else is known. */
export const isDrawnForSignedIn = (): boolean => import.meta.env.SSR && isDrawnSignedIn;

/** Whether the reader is signed in. */
export function useIsSignedIn(): boolean {
  const hasToken = useStored((s) => s.token !== null);
  return hasToken || isDrawnForSignedIn();
}
