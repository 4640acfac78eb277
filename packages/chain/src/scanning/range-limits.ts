/** Full ranges that a node answers before it is asked for a longer one. */
const PATIENCE = 32;
const MOST_PATIENCE = 2_048;
const GROWTH = 1.25;

type Limit = {
  /** The longest range that it is known to answer, or to try next after a refusal. */
  works: number;
  /** Full ranges still to be answered before a longer one is tried. */
  left: number;
  /** Doubles with every longer range that was refused, so that a constant limit is not tested for ever. */
  patience: number;
};

/**
 * How many blocks of logs, or addresses in a filter, each node takes at once. A refusal halves the length; what worked
 * is remembered and grows again slowly. Pass the same one to every scan.
 */
export class RangeLimits {
  readonly #limits = new Map<string, Limit>();

  /** The length to ask a node for, at most `most`. */
  lengthOf(node: string, most: number): number {
    const limit = this.#limits.get(node);
    if (!limit) return most;
    const length = limit.left > 0 ? limit.works : Math.max(limit.works + 1, Math.floor(limit.works * GROWTH));
    return Math.min(most, length);
  }

  /** A node has refused so many blocks. */
  refuse(node: string, length: number): void {
    const limit = this.#limits.get(node);
    if (limit && length > limit.works) {
      limit.patience = Math.min(MOST_PATIENCE, limit.patience * 2);
      limit.left = limit.patience;
      return;
    }
    const works = Math.max(1, Math.floor(length / 2));
    this.#limits.set(node, { works, left: PATIENCE, patience: limit?.patience ?? PATIENCE });
  }

  /** A node refuses even the shortest: the length is not what it refuses. */
  forget(node: string): void {
    this.#limits.delete(node);
  }

  /** A node has answered so many blocks. */
  answer(node: string, length: number): void {
    const limit = this.#limits.get(node);
    if (!limit || length < limit.works) return;
    if (length > limit.works) Object.assign(limit, { works: length, left: limit.patience });
    else limit.left -= 1;
  }
}
