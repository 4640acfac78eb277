import { useEffect, useState } from 'react';
import { nowMs } from '../clock.ts';

/** Whole seconds until a moment (ms since 1970), counting down; 0 once it has passed or is null. */
export function useSecondsUntil(momentMs: number | null): number {
  const [currentMs, setCurrentMs] = useState(() => nowMs());
  const isOver = momentMs === null || currentMs >= momentMs;
  useEffect(() => {
    if (momentMs === null) return undefined;
    const timer = setInterval(tick, 1_000);
    function tick() {
      setCurrentMs(nowMs());
      if (momentMs !== null && nowMs() >= momentMs) clearInterval(timer);
    }
    tick();
    return () => clearInterval(timer);
  }, [momentMs]);
  return isOver ? 0 : Math.ceil((momentMs - currentMs) / 1_000);
}

/**
 * Whether a moment (ms since 1970) has passed. Checked every second, because timers are late on a phone that slept.
 */
export function useHasPassed(momentMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(() => nowMs() >= momentMs);
  useEffect(() => {
    const timer = setInterval(look, 1_000);
    function look() {
      setHasPassed(nowMs() >= momentMs);
      if (nowMs() >= momentMs) clearInterval(timer);
    }
    look();
    return () => clearInterval(timer);
  }, [momentMs]);
  return hasPassed;
}

/** The server's current time (ms since 1970), refreshed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [currentMs, setCurrentMs] = useState(() => nowMs());
  useEffect(() => {
    const timer = setInterval(() => setCurrentMs(nowMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return currentMs;
}
