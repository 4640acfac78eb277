/** Events of one subject overtake each other by milliseconds; many more subjects than that are not under way. */
const MOST_KNOWN = 20_000;

/**
 * Knows the newest state that was told of each subject. Two processes that changed one balance after the other
 * may tell it in the other order; who asks here in time leaves the older one out.
 */
export class Newest {
  readonly #toldAt = new Map<string, number>();

  /** False where a newer state of the subject has been told. */
  isNewest(subject: string, at: number): boolean {
    const told = this.#toldAt.get(subject);
    if (told !== undefined && told > at) return false;
    // Put at the end of the map, whose first is then the one that nobody spoke of for longest.
    this.#toldAt.delete(subject);
    this.#toldAt.set(subject, at);
    if (this.#toldAt.size > MOST_KNOWN) this.#toldAt.delete(this.#toldAt.keys().next().value!);
    return true;
  }
}
