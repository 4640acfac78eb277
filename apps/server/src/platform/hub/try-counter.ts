import type { Tries } from './hub-link.ts';

/** More are under way in a flood only; then those that began first are forgotten first. */
const MOST_KEYS = 200_000;

type Window = { count: number; readonly endsAt: number };

/** Counts tries by key, each in a window that begins with its first try. */
export class TryCounter {
  readonly #windows = new Map<string, Window>();

  hit(key: string, windowMs: number): Tries {
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

  /** Those at the beginning of the map began first. */
  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MOST_KEYS) return;
      this.#windows.delete(key);
    }
  }
}
