import { randomBytes } from 'node:crypto';

const MOST_KEPT = 10_000;

/** Numbers events and remembers the last ten thousand worth repeating, so that a broken stream can catch up. */
export class Recent<T extends { readonly id: string }> {
  /** Tells this start's numbers from another's. */
  readonly #run = randomBytes(4).toString('hex');
  readonly #kept: T[] = [];
  #number = 0;

  nextId(): string {
    this.#number += 1;
    return `${this.#run}-${this.#number}`;
  }

  keep(event: T): void {
    this.#kept.push(event);
    // Seldom, but many at once: taking away the first moves all the others.
    if (this.#kept.length >= 2 * MOST_KEPT) this.#kept.splice(0, MOST_KEPT);
  }

  /** Empty for an id that is not of this start. */
  since(id: string): readonly T[] {
    const [run, number] = id.split('-');
    if (run !== this.#run) return [];
    return this.#kept.slice(-MOST_KEPT).filter((event) => numberOf(event.id) > Number(number));
  }
}

const numberOf = (id: string): number => Number(id.slice(id.indexOf('-') + 1));
