import type { HitCount } from './hub-link.ts';

/** Exceeded in a flood only; then the oldest windows are dropped first. */
const MAX_KEYS = 200_000;

type Window = { count: number; readonly endsAt: number };

/** Counts hits by key, each in a fixed window that starts with the first hit. */
export class HitCounter {
  readonly #windows = new Map<string, Window>();

  hit(key: string, windowMs: number): HitCount {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + windowMs };
      this.#windows.delete(key);
      this.#windows.set(key, window);
      this.#forget(now);
    }
    window.count += 1;
    return { count: window.count, endsInMs: window.endsAt - now };
  }

  /** Drops windows that are over; the map is in the order in which they started. */
  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MAX_KEYS) return;
      this.#windows.delete(key);
    }
  }
}
