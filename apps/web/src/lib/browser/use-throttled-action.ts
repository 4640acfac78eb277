import { useEffect, useRef, useState } from 'react';

const COOL_DOWN_MS = 2_000;

export type ThrottledAction<A extends unknown[] = []> = {
  /** Does nothing while disabled. Errors of the action are swallowed: failed calls announce themselves. */
  run: (...args: A) => Promise<void>;
  isRunning: boolean;
  /** During the action and two seconds after it. */
  isDisabled: boolean;
};

/** An action that cannot be triggered twice by accident. */
export function useThrottledAction<A extends unknown[] = []>(
  action: (...args: A) => Promise<unknown> | void,
): ThrottledAction<A> {
  const [phase, setPhase] = useState<'ready' | 'running' | 'cooling'>('ready');
  // A ref as well as the state: two clicks in one frame see the same render.
  const isBusy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function run(...args: A): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase('running');
    try {
      await action(...args);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ApiError')) reportError(error);
    }
    setPhase('cooling');
    timer.current = setTimeout(() => {
      isBusy.current = false;
      setPhase('ready');
    }, COOL_DOWN_MS);
  }

  return { run, isRunning: phase === 'running', isDisabled: phase !== 'ready' };
}
