/**
 * Numbers events as streams of Valkey do: `<milliseconds>-<number>`, each higher than the one before, also where the
 * clock is set back.
 */
export class EventIds {
  #ms = 0;
  #number = 0;

  next(): string {
    const now = Date.now();
    if (now > this.#ms) {
      this.#ms = now;
      this.#number = 0;
    } else this.#number += 1;
    return `${this.#ms}-${this.#number}`;
  }
}

/** Below 0 where `a` was numbered before `b`. An id of another form counts as newer than any, so nothing follows it. */
export function compareEventIds(a: string, b: string): number {
  const [one, other] = [parse(a), parse(b)];
  return one.ms === other.ms ? Math.sign(one.number - other.number) : one.ms < other.ms ? -1 : 1;
}

function parse(id: string): { ms: number; number: number } {
  const parts = /^(\d{1,15})-(\d{1,15})$/.exec(id);
  return parts ? { ms: Number(parts[1]), number: Number(parts[2]) } : { ms: Infinity, number: 0 };
}
