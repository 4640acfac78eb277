import type {
  HubLink,
  HubListener,
  NumberedEvent,
  OpenStream,
  PostedEvent,
  HitCount,
  StreamEntry,
} from './hub-link.ts';
import { HubListeners } from './hub-listeners.ts';
import { NewestStates } from './newest-states.ts';
import { Presence } from './presence.ts';
import { ReplayBuffer } from './replay-buffer.ts';
import { HitCounter } from './hit-counter.ts';

export const EVERYBODY = 'everybody';

/**
 * What the server's processes share: it numbers and buffers live events, tracks open streams and counts hits. It
 * lives in the only process, or in the primary of several.
 */
export class Hub {
  readonly #members = new Set<HubMember>();
  readonly #presence = new Presence();
  readonly #recent = new ReplayBuffer<NumberedEvent>();
  readonly #newest = new NewestStates();
  readonly #tries = new HitCounter();

  /** Adds a process; the one that joined first is on duty. `close` removes it with all its streams. */
  join(): HubMember {
    const member = new HubMember(this);
    this.#members.add(member);
    if (this.#members.size === 1) member.takeDuty();
    return member;
  }

  publish({ to, name, data, isReplayable, subject, at }: PostedEvent): void {
    if (subject !== null && !this.#newest.isNewest(subject, at)) return;
    const event = { to, name, data, id: this.#recent.nextId() };
    if (isReplayable) this.#recent.keep(event);
    for (const member of this.#members)
      if (to === EVERYBODY || member.listensTo(to)) member.listeners.event(event);
  }

  signal(from: HubMember, topic: string, text: string): void {
    for (const member of this.#members) if (member !== from) member.listeners.signal(topic, text);
  }

  enter({ visitorId, address, keys, lastEventId }: OpenStream): readonly NumberedEvent[] | null {
    if (!this.#presence.enter(visitorId, address)) return null;
    if (lastEventId === null) return [];
    return this.#recent.since(lastEventId).filter(({ to }) => to === EVERYBODY || keys.includes(to));
  }

  leave({ visitorId, address }: OpenStream): void {
    this.#presence.leave(visitorId, address);
  }

  get visitors(): number {
    return this.#presence.count;
  }

  hit(key: string, windowMs: number): HitCount {
    return this.#tries.hit(key, windowMs);
  }

  close(member: HubMember): void {
    this.#members.delete(member);
    const [next] = this.#members;
    if (member.isOnDuty) next?.takeDuty();
  }
}

/** One process at the hub. */
export class HubMember implements HubLink {
  readonly listeners = new HubListeners();
  readonly #hub: Hub;
  readonly #streams = new Set<OpenStream>();
  /** How many streams listen to a key. */
  readonly #listenedKeys = new Map<string, number>();
  isOnDuty = false;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  takeDuty(): void {
    this.isOnDuty = true;
    this.listeners.duty();
  }

  listensTo(key: string): boolean {
    return this.#listenedKeys.has(key);
  }

  listen(listener: Partial<HubListener>): void {
    this.listeners.add(listener);
  }

  publish(event: PostedEvent): void {
    this.#hub.publish(event);
  }

  signal(topic: string, text: string): void {
    this.#hub.signal(this, topic, text);
  }

  enter(stream: OpenStream, onEntered: () => void): StreamEntry | null {
    const missed = this.#hub.enter(stream);
    if (missed === null) return null;
    onEntered();
    this.#streams.add(stream);
    for (const key of stream.keys) this.#listenedKeys.set(key, (this.#listenedKeys.get(key) ?? 0) + 1);
    return { missed, leave: () => this.#leave(stream) };
  }

  countVisitors(): number {
    return this.#hub.visitors;
  }

  hit(key: string, windowMs: number): HitCount {
    return this.#hub.hit(key, windowMs);
  }

  close(): void {
    this.#streams.forEach((stream) => this.#leave(stream));
    this.#hub.close(this);
  }

  #leave(stream: OpenStream): void {
    if (!this.#streams.delete(stream)) return;
    this.#hub.leave(stream);
    for (const key of stream.keys) {
      const left = this.#listenedKeys.get(key)! - 1;
      if (left === 0) this.#listenedKeys.delete(key);
      else this.#listenedKeys.set(key, left);
    }
  }
}
