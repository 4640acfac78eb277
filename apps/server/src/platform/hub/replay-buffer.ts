import { compareEventIds } from './event-id.ts';

export const MOST_KEPT = 10_000;

/** Keeps the last ten thousand replayable events, so that a reconnecting stream can catch up. */
export class ReplayBuffer<T extends { readonly id: string }> {
  readonly #kept: T[] = [];

  /** Events come in the order of their ids. */
  keep(event: T): void {
    this.#kept.push(event);
    // Rarely, but many at once: removing the first element moves all the others.
    if (this.#kept.length >= 2 * MOST_KEPT) this.#kept.splice(0, MOST_KEPT);
  }

  /** The kept events after that id, oldest first. */
  since(id: string): readonly T[] {
    return this.#kept.slice(-MOST_KEPT).filter((event) => compareEventIds(event.id, id) > 0);
  }
}
