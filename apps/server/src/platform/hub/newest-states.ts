/** Events of one subject overtake each other by milliseconds, so far fewer subjects than this matter at a time. */
const MAX_SUBJECTS = 20_000;

/** A state older by more than this shows a clock that was set back (a new database server), not an event overtaken. */
const PLAUSIBLE_US = 2e6;

/**
 * Remembers the newest state published of each subject. Two processes that change a balance one after the other may
 * publish in the opposite order; the older state is then dropped.
 */
export class NewestStates {
  readonly #publishedAt = new Map<string, number>();

  /** False where a newer state of the subject has been published. */
  isNewest(subject: string, at: number): boolean {
    const published = this.#publishedAt.get(subject);
    if (published !== undefined && published > at && published - at < PLAUSIBLE_US) return false;
    // Moved to the end, so that the first entry of the map is the least recently published one.
    this.#publishedAt.delete(subject);
    this.#publishedAt.set(subject, at);
    if (this.#publishedAt.size > MAX_SUBJECTS)
      this.#publishedAt.delete(this.#publishedAt.keys().next().value!);
    return true;
  }
}
