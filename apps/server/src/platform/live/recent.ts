import { randomBytes } from 'node:crypto';

const MOST_KEPT = 1_000;

type Entry<T> = { readonly number: number; readonly id: string; readonly item: T };

/** Numbers events and remembers the last thousand worth repeating, so that a broken stream can catch up. */
export class Recent<T> {
  /** Tells this process's numbers from another's. */
  readonly #run = randomBytes(4).toString('hex');
  readonly #kept: Entry<T>[] = [];
  #number = 0;

  /** Returns the event's id. */
  add(item: T, isWorthRepeating: boolean): string {
    this.#number += 1;
    const entry = { number: this.#number, id: `${this.#run}-${this.#number}`, item };
    if (isWorthRepeating) this.#kept.push(entry);
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
    return entry.id;
  }

  /** Empty for an id that is not of this process. */
  since(id: string): readonly Entry<T>[] {
    const [run, number] = id.split('-');
    return run === this.#run ? this.#kept.filter((entry) => entry.number > Number(number)) : [];
  }
}
