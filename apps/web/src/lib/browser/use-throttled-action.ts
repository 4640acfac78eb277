import { useEffect, useRef, useState } from 'react';
import { focusFault } from './screen.ts';

const COOL_DOWN_MS = 2_000;

export type ThrottledAction<A extends unknown[] = []> = {
  /** Does nothing while disabled. Errors of the action are swallowed: failed calls announce themselves. */
  run: (...args: A) => Promise<void>;
  isRunning: boolean;
  /** During the action and two seconds after it. */
  isDisabled: boolean;
};

/**
 * An action that cannot be triggered twice by accident. `about` is what it is for, such as a code that was typed: for
 * another one nobody waits two seconds.
 */
export function useThrottledAction<A extends unknown[] = []>(
  action: (...args: A) => Promise<unknown> | void,
  about?: unknown,
): ThrottledAction<A> {
  const [phase, setPhase] = useState<'ready' | 'running' | 'cooling'>('ready');
  // A ref as well as the state: two clicks in one frame see the same render.
  const isBusy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(about);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    latest.current = about;
    // Set where it cools down, not while it runs.
    if (timer.current !== undefined) ready();
  }, [about]);

  function ready(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    isBusy.current = false;
    setPhase('ready');
  }

  async function run(...args: A): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('running');
    const form = document.activeElement?.closest('form');
    const before = latest.current;
    try {
      await action(...args);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ApiError')) reportError(error);
      // Once the refusal is shown at its field.
      setTimeout(() => focusFault(form));
    }
    if (latest.current !== before) return ready();
    setPhase('cooling');
    timer.current = setTimeout(ready, COOL_DOWN_MS);
  }

  return { run, isRunning: phase === 'running', isDisabled: phase !== 'ready' };
}
