import { randomBytes } from 'node:crypto';

const MOST_KEPT = 10_000;

/** Numbers events and keeps the last ten thousand replayable ones, so that a reconnecting stream can catch up. */
export class ReplayBuffer<T extends { readonly id: string }> {
  /** Distinguishes the ids of this start from those of another. */
  readonly #run = randomBytes(4).toString('hex');
  readonly #kept: T[] = [];
  #number = 0;

  nextId(): string {
    this.#number += 1;
    return `${this.#run}-${this.#number}`;
  }

  keep(event: T): void {
    this.#kept.push(event);
    // Rarely, but many at once: removing the first element moves all the others.
    if (this.#kept.length >= 2 * MOST_KEPT) this.#kept.splice(0, MOST_KEPT);
  }

  /** The kept events after that id; none for an id of another start. */
  since(id: string): readonly T[] {
    const [run, number] = id.split('-');
    if (run !== this.#run) return [];
    return this.#kept.slice(-MOST_KEPT).filter((event) => numberOf(event.id) > Number(number));
  }
}

const numberOf = (id: string): number => Number(id.slice(id.indexOf('-') + 1));
