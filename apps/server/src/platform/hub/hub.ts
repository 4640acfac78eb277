import { EventIds } from './event-id.ts';
import { HitCounter } from './hit-counter.ts';
import type { HitCount, HubLink, HubListener, OpenStream, PostedEvent, StreamEntry } from './hub-link.ts';
import { HubListeners } from './hub-listeners.ts';
import { LocalDelivery } from './local-delivery.ts';
import { Presence } from './presence.ts';
import { once } from './once.ts';

/** The hub of a shop with one process: all of it is in this process. */
export class Hub implements HubLink {
  readonly isConnected = true;
  readonly unverified = 0;
  readonly isTampered = false;
  readonly #listeners = new HubListeners();
  readonly #delivery = new LocalDelivery(this.#listeners);
  readonly #presence = new Presence();
  readonly #hits = new HitCounter();
  readonly #ids = new EventIds();

  listen(listener: Partial<HubListener>): void {
    this.#listeners.add(listener);
  }

  publish(event: PostedEvent): void {
    this.#delivery.deliver(this.#ids.next(), event);
  }

  /** There is no other process. */
  signal(): void {
    return undefined;
  }

  enter(stream: OpenStream, onEntered: () => void): StreamEntry | null {
    const { visitorId, address } = stream;
    if (!this.#presence.enter(visitorId, address)) return null;
    onEntered();
    const leave = once(() => this.#presence.leave(visitorId, address));
    return { missed: this.#delivery.missedBy(stream), leave };
  }

  countVisitors(): number {
    return this.#presence.count;
  }

  hit(key: string, windowMs: number): HitCount {
    return this.#hits.hit(key, windowMs);
  }
}
