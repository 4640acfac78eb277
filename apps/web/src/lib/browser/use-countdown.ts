import { useEffect, useState } from 'react';

/** Whole seconds until a moment (ms since 1970), counting down; 0 once it has passed or is null. */
export function useSecondsUntil(momentMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isOver = momentMs === null || nowMs >= momentMs;
  useEffect(() => {
    if (momentMs === null) return undefined;
    const timer = setInterval(tick, 1_000);
    function tick() {
      setNowMs(Date.now());
      if (momentMs !== null && Date.now() >= momentMs) clearInterval(timer);
    }
    tick();
    return () => clearInterval(timer);
  }, [momentMs]);
  return isOver ? 0 : Math.ceil((momentMs - nowMs) / 1_000);
}

/**
 * Whether a moment (ms since 1970) has passed. Checked every second, because timers are late on a phone that slept.
 */
export function useHasPassed(momentMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(() => Date.now() >= momentMs);
  useEffect(() => {
    const timer = setInterval(look, 1_000);
    function look() {
      setHasPassed(Date.now() >= momentMs);
      if (Date.now() >= momentMs) clearInterval(timer);
    }
    look();
    return () => clearInterval(timer);
  }, [momentMs]);
  return hasPassed;
}

/** The current time (ms since 1970), refreshed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
