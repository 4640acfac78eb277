/** Full ranges that a node must answer before a longer one is tried. */
const PATIENCE = 32;
const MOST_PATIENCE = 2_048;
const GROWTH = 1.25;

type Limit = {
  /** The longest range known to work, or the one to try after a refusal. */
  works: number;
  /** Full ranges still to be answered before a longer one is tried. */
  left: number;
  /** Doubles each time a longer range is refused, so that a constant limit is not probed for ever. */
  patience: number;
};

/**
 * Learns how many blocks of logs, or addresses in a filter, each node takes at once. A refusal halves the length; what
 * worked is remembered and grows again slowly. Pass the same instance to every scan.
 */
export class RangeLimits {
  readonly #limits = new Map<string, Limit>();

  /** The length to request from a node, at most `most`. */
  lengthOf(node: string, most: number): number {
    const limit = this.#limits.get(node);
    if (!limit) return most;
    const length = limit.left > 0 ? limit.works : Math.max(limit.works + 1, Math.floor(limit.works * GROWTH));
    return Math.min(most, length);
  }

  /** Records that a node refused so many. */
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

  /** Forgets a node that refuses even the shortest: length is not the reason. */
  forget(node: string): void {
    this.#limits.delete(node);
  }

  /** Records that a node answered so many. */
  answer(node: string, length: number): void {
    const limit = this.#limits.get(node);
    if (!limit || length < limit.works) return;
    if (length > limit.works) Object.assign(limit, { works: length, left: limit.patience });
    else limit.left -= 1;
  }
}
