import { createHmac, createSecretKey, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto';

/** The fields of an entry in a stream of Valkey. */
export type Fields = Readonly<Record<string, string>>;

/** Processes come and go: of so many it is remembered what they have sent. */
const MOST_SENDERS = 1_000;
/** A true entry that is read later than this after it was written is a copy, or its news is old. */
const LONGEST_WAY_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
/** What happened before a start is remembered for pages that were away for a while. */
const LONGEST_REMEMBERED_MS = HOUR_MS;

/** Who wrote an entry, its place among that process's entries of one stream, and when. */
type Origin = { readonly from: string; readonly number: number; readonly sentAt: number };

/**
 * Signs the entries that processes send each other, with a key that only they have, and reads those of others. Whoever
 * can write to Valkey can neither make an entry, nor change one, nor send a copy again or in another stream.
 */
export class SignedEntries<Content extends object> {
  readonly processId = randomUUID();
  readonly #key: KeyObject;
  readonly #sent = new Map<string, number>();
  readonly #received = new Map<string, number>();
  #unverified = 0;
  #unverifiedAt = -Infinity;

  constructor(key: Buffer) {
    this.#key = createSecretKey(key);
  }

  /** Entries without a right signature, since the start. */
  get unverified(): number {
    return this.#unverified;
  }

  /** Whether such an entry was found within the last hour. */
  get isTampered(): boolean {
    return performance.now() - this.#unverifiedAt < HOUR_MS;
  }

  sign(stream: string, content: Content): Fields {
    const number = (this.#sent.get(stream) ?? 0) + 1;
    this.#sent.set(stream, number);
    const origin: Origin = { from: this.processId, number, sentAt: Date.now() };
    const entry = JSON.stringify({ ...content, ...origin });
    return { entry, mac: this.#mac(stream, entry).toString('base64url') };
  }

  /**
   * The entry; null, and counted, without a right signature; null for one that was read before, or is old: by minutes
   * where it has just arrived, by an hour where it was there before the reader.
   */
  read(stream: string, { entry, mac }: Fields, isLive = true): (Content & Origin) | null {
    if (entry === undefined || mac === undefined || !this.#isRight(stream, entry, mac)) {
      this.#unverified += 1;
      this.#unverifiedAt = performance.now();
      return null;
    }
    const read = JSON.parse(entry) as Content & Origin;
    const sender = `${stream} ${read.from}`;
    if (read.number <= (this.#received.get(sender) ?? 0)) return null;
    // Moved to the end, so that the first of the map is the one that has been silent for longest.
    this.#received.delete(sender);
    this.#received.set(sender, read.number);
    if (this.#received.size > MOST_SENDERS) this.#received.delete(this.#received.keys().next().value!);
    const longestMs = isLive ? LONGEST_WAY_MS : LONGEST_REMEMBERED_MS;
    return Date.now() - read.sentAt > longestMs ? null : read;
  }

  #isRight(stream: string, entry: string, mac: string): boolean {
    const [right, given] = [this.#mac(stream, entry), Buffer.from(mac, 'base64url')];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  #mac(stream: string, entry: string): Buffer {
    return createHmac('sha256', this.#key).update(`${stream}\0${entry}`).digest();
  }
}
