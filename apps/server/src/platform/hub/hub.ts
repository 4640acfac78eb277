import { EventIds, HubListeners, LocalDelivery } from './local-delivery.ts';
import type { HitCount, HubLink, HubListener, OpenStream, PostedEvent, StreamEntry } from './hub-link.ts';
import { addressBlock } from '../ip-address.ts';

/** Visitors counted per address: enough for an office, but a script that invents visitors gains nothing. */
export const MAX_COUNTED = 20;

/** Open streams per address; a page needs one. */
export const MAX_STREAMS = 200;

type Visitor = { readonly block: string; streams: number };

type Block = { visitors: number; streams: number };

/** Counts distinct visitors with open streams; several tabs of one browser are one visitor. */
export class Presence {
  readonly #visitors = new Map<string, Visitor>();
  readonly #blocks = new Map<string, Block>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Each visitor once, with the address block it is counted under. */
  *list(): Iterable<{ readonly visitorId: string; readonly block: string }> {
    for (const [visitorId, { block }] of this.#visitors) yield { visitorId, block };
  }

  /** Counts a stream; false, counting nothing, where the address has too many. */
  enter(visitorId: string, address: string): boolean {
    const block = addressBlock(address);
    if ((this.#blocks.get(block)?.streams ?? 0) >= MAX_STREAMS) return false;
    this.#change(block, { streams: 1 });
    const known = this.#visitors.get(visitorId);
    if (known) {
      known.streams += 1;
      return true;
    }
    this.#visitors.set(visitorId, { block, streams: 1 });
    this.#change(block, { visitors: 1 });
    return true;
  }

  /** Removes a stream that entered with the same arguments. */
  leave(visitorId: string, address: string): void {
    const visitor = this.#visitors.get(visitorId);
    if (!visitor) return;
    this.#change(addressBlock(address), { streams: -1 });
    visitor.streams -= 1;
    if (visitor.streams > 0) return;
    this.#visitors.delete(visitorId);
    this.#change(visitor.block, { visitors: -1 });
  }

  #change(name: string, { visitors = 0, streams = 0 }: Partial<Block>): void {
    const block = this.#blocks.get(name) ?? { visitors: 0, streams: 0 };
    const before = Math.min(block.visitors, MAX_COUNTED);
    block.visitors += visitors;
    block.streams += streams;
    this.#count += Math.min(block.visitors, MAX_COUNTED) - before;
    if (block.visitors === 0 && block.streams === 0) this.#blocks.delete(name);
    else this.#blocks.set(name, block);
  }
}

/** Exceeded in a flood only; then the oldest windows are dropped first. */
const MAX_KEYS = 200_000;

type Window = { count: number; readonly endsAt: number };

/** Counts hits by key, each in a fixed window that starts with the first hit. */
export class HitCounter {
  readonly #windows = new Map<string, Window>();

  hit(key: string, windowMs: number): HitCount {
    const now = performance.now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now) {
      window = { count: 0, endsAt: now + windowMs };
      this.#windows.delete(key);
      this.#windows.set(key, window);
      this.#forget(now);
    }
    window.count += 1;
    return { count: window.count, endsInMs: window.endsAt - now };
  }

  /** Drops windows that are over; the map is in the order in which they started. */
  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MAX_KEYS) return;
      this.#windows.delete(key);
    }
  }
}

/** The hub of a shop with one process: all of it is in this process. */
export class Hub implements HubLink {
  readonly isConnected = true;
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

/** The step, done at the first call only. */
export function once(step: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) step();
    isDone = true;
  };
}
