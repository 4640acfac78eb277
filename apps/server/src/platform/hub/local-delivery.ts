import {
  EVERYBODY,
  type NumberedEvent,
  type OpenStream,
  type PostedEvent,
  type HubListener,
} from './hub-link.ts';

export const MOST_KEPT = 10_000;

/** Keeps the last ten thousand replayable events, so that a reconnecting stream can catch up. */
class ReplayBuffer<T extends { readonly id: string }> {
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

/** Events of one subject overtake each other by milliseconds, so far fewer subjects than this matter at a time. */
const MAX_SUBJECTS = 20_000;

/** A state older by more than this comes from a clock that was set back, not from an event overtaken. */
const PLAUSIBLE_MS = 2_000;

/**
 * Remembers the newest state published of each subject. Two processes that change a balance one after the other may
 * publish in the opposite order; the older state is then dropped.
 */
class NewestStates {
  readonly #publishedAt = new Map<string, number>();

  /** False if a newer state of the subject has been published. */
  isNewest(subject: string, at: number): boolean {
    const published = this.#publishedAt.get(subject);
    if (published !== undefined && published > at && published - at < PLAUSIBLE_MS) return false;
    // Moved to the end, so that the first entry of the map is the least recently published one.
    this.#publishedAt.delete(subject);
    this.#publishedAt.set(subject, at);
    if (this.#publishedAt.size > MAX_SUBJECTS)
      this.#publishedAt.delete(this.#publishedAt.keys().next().value!);
    return true;
  }
}

/** Delivers numbered events to this process, drops overtaken states, and keeps what a stream may have missed. */
export class LocalDelivery {
  readonly #listeners: HubListeners;
  readonly #recent = new ReplayBuffer<NumberedEvent & { readonly id: string }>();
  readonly #newest = new NewestStates();

  constructor(listeners: HubListeners) {
    this.#listeners = listeners;
  }

  /** Events come in the order of their ids. */
  deliver(id: string, { to, name, data, isReplayable, subject, at }: PostedEvent): void {
    if (subject !== null && !this.#newest.isNewest(subject, at)) return;
    if (isReplayable) this.#recent.keep({ to, name, data, id });
    this.#listeners.event({ to, name, data, id: isReplayable ? id : null });
  }

  /** Keeps a replayable event from before this process started. */
  remember(id: string, { to, name, data }: PostedEvent): void {
    this.#recent.keep({ to, name, data, id });
  }

  missedBy({ lastEventId, keys }: OpenStream): readonly NumberedEvent[] {
    if (lastEventId === null) return [];
    return this.#recent.since(lastEventId).filter(({ to }) => to === EVERYBODY || keys.includes(to));
  }
}

/** Passes every call to all listeners of the process. */
export class HubListeners implements HubListener {
  readonly #all: Partial<HubListener>[] = [];

  add(listener: Partial<HubListener>): void {
    this.#all.push(listener);
  }

  event(event: NumberedEvent): void {
    for (const listener of this.#all) listener.event?.(event);
  }

  signal(topic: string, text: string): void {
    for (const listener of this.#all) listener.signal?.(topic, text);
  }

  lost(): void {
    for (const listener of this.#all) listener.lost?.();
  }
}

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
