import type {
  HubLink,
  HubListener,
  NumberedEvent,
  OpenStream,
  PostedEvent,
  Tries,
  Welcome,
} from './hub-link.ts';
import { Listeners } from './listeners.ts';
import { Newest } from './newest.ts';
import { Presence } from './presence.ts';
import { Recent } from './recent.ts';
import { TryCounter } from './try-counter.ts';

export const EVERYBODY = 'everybody';

/**
 * What the processes of one start share: it numbers events and remembers them, knows who watches and counts
 * tries. It lives in the only process, or in the primary of several.
 */
export class Hub {
  readonly #seats = new Set<Seat>();
  readonly #presence = new Presence();
  readonly #recent = new Recent<NumberedEvent>();
  readonly #newest = new Newest();
  readonly #tries = new TryCounter();

  /** A place for one process; the longest seated is on duty. `close` forgets it with all its streams. */
  join(): Seat {
    const seat = new Seat(this);
    this.#seats.add(seat);
    if (this.#seats.size === 1) seat.takeDuty();
    return seat;
  }

  publish({ to, name, data, isWorthRepeating, subject, at }: PostedEvent): void {
    if (subject !== null && !this.#newest.isNewest(subject, at)) return;
    const event = { to, name, data, id: this.#recent.nextId() };
    if (isWorthRepeating) this.#recent.keep(event);
    for (const seat of this.#seats) if (to === EVERYBODY || seat.hears(to)) seat.heard.event(event);
  }

  signal(from: Seat, topic: string, text: string): void {
    for (const seat of this.#seats) if (seat !== from) seat.heard.signal(topic, text);
  }

  enter({ visitorId, address, hears, lastEventId }: OpenStream): readonly NumberedEvent[] | null {
    if (!this.#presence.enter(visitorId, address)) return null;
    if (lastEventId === null) return [];
    return this.#recent.since(lastEventId).filter(({ to }) => to === EVERYBODY || hears.includes(to));
  }

  leave({ visitorId, address }: OpenStream): void {
    this.#presence.leave(visitorId, address);
  }

  get visitors(): number {
    return this.#presence.count;
  }

  hit(key: string, windowMs: number): Tries {
    return this.#tries.hit(key, windowMs);
  }

  close(seat: Seat): void {
    this.#seats.delete(seat);
    const [next] = this.#seats;
    if (seat.isOnDuty) next?.takeDuty();
  }
}

/** One process's place at the hub. */
export class Seat implements HubLink {
  readonly heard = new Listeners();
  readonly #hub: Hub;
  readonly #streams = new Set<OpenStream>();
  /** How many streams listen to a key. */
  readonly #heardKeys = new Map<string, number>();
  isOnDuty = false;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  takeDuty(): void {
    this.isOnDuty = true;
    this.heard.duty();
  }

  hears(key: string): boolean {
    return this.#heardKeys.has(key);
  }

  listen(listener: Partial<HubListener>): void {
    this.heard.add(listener);
  }

  publish(event: PostedEvent): void {
    this.#hub.publish(event);
  }

  signal(topic: string, text: string): void {
    this.#hub.signal(this, topic, text);
  }

  enter(stream: OpenStream, onEntered: () => void): Welcome | null {
    const missed = this.#hub.enter(stream);
    if (missed === null) return null;
    onEntered();
    this.#streams.add(stream);
    for (const key of stream.hears) this.#heardKeys.set(key, (this.#heardKeys.get(key) ?? 0) + 1);
    return { missed, leave: () => this.#leave(stream) };
  }

  countVisitors(): number {
    return this.#hub.visitors;
  }

  hit(key: string, windowMs: number): Tries {
    return this.#hub.hit(key, windowMs);
  }

  close(): void {
    this.#streams.forEach((stream) => this.#leave(stream));
    this.#hub.close(this);
  }

  #leave(stream: OpenStream): void {
    if (!this.#streams.delete(stream)) return;
    this.#hub.leave(stream);
    for (const key of stream.hears) {
      const left = this.#heardKeys.get(key)! - 1;
      if (left === 0) this.#heardKeys.delete(key);
      else this.#heardKeys.set(key, left);
    }
  }
}
