import type { LiveEventName, LiveEvents } from '@portside/contract';
import { Hub } from './hub/hub.ts';
import { EVERYBODY, type HubLink, type NumberedEvent } from './hub/hub-link.ts';
import { refuse } from './refusal.ts';

type Receiver = typeof EVERYBODY | bigint | { readonly sessionId: bigint };

/** A live event for everybody, for all streams of a user (by id), or for those of one session. */
export type Publication = {
  [Name in LiveEventName]: { readonly to: Receiver; readonly name: Name; readonly data: LiveEvents[Name] };
}[LiveEventName];

/** Whose stream it is. Both ids are null for a visitor. */
export type ViewerIdentity = {
  readonly userId: bigint | null;
  readonly sessionId: bigint | null;
  readonly visitorId: string;
  readonly address: string;
};

/** An event in its wire format. */
export type LiveMessage = { readonly name: LiveEventName; readonly text: string };

type Viewer = ViewerIdentity & { send(message: LiveMessage): void; end(): void };

/** Events that the viewer missed, oldest first. */
type Subscription = { readonly missed: readonly LiveMessage[]; leave(): void };

/** What every process is told of after the commit: a change by an admin, or what is free of any product. */
export type Change = 'admin' | 'stock';

const CHANGED = 'changed';
/** Orders change the stock all the time; the other processes look at it again by themselves after a second. */
const STOCK_SIGNAL_EVERY_MS = 250;

/** The open streams of this process. Events come from the hub, which has those of all processes. */
export class Live {
  /** The connection to the other processes. */
  readonly hub: HubLink;
  readonly #viewers = new Set<Viewer>();
  readonly #byKey = new Map<string, Set<Viewer>>();
  readonly #changeListeners: ((change: Change) => void)[] = [];
  #stockSignalAt = -Infinity;
  #isOver = false;

  constructor(hub: HubLink = new Hub()) {
    this.hub = hub;
    hub.listen({
      event: (event) => this.#deliver(event),
      signal: (topic, change) => {
        if (topic === CHANGED) this.#notifyChange(change as Change);
      },
      lost: () => this.endOpen(),
    });
  }

  /** `at`: when the state was true, by `Date.now()`; a transaction publishes after its commit, and so later. */
  publish(publication: Publication, at = Date.now()): void {
    const { to, name, data } = publication;
    const isReplayable = !NOT_REPLAYED.has(name);
    const subject = subjectOf(publication);
    this.hub.publish({ to: keyOf(to), name, data: JSON.stringify(data), isReplayable, subject, at });
  }

  /** Calls back after each change, of this process at once, of another as soon as the hub tells. */
  onChange(listener: (change: Change) => void): void {
    this.#changeListeners.push(listener);
  }

  /** Tells this process at once, and the others. Call it after the commit, which `inTransaction` sees to. */
  changed(change: Change): void {
    this.#notifyChange(change);
    if (change === 'stock') {
      const now = performance.now();
      if (now - this.#stockSignalAt < STOCK_SIGNAL_EVERY_MS) return;
      this.#stockSignalAt = now;
    }
    this.hub.signal(CHANGED, change);
  }

  /**
   * Adds a viewer; null if the address has too many streams. After `endAll` a new stream is ended at once. Refuses
   * while the other processes cannot be reached (serverBusy): pages then poll.
   */
  async join(viewer: Viewer, lastEventId: string | null = null): Promise<Subscription | null> {
    if (!this.hub.isConnected) refuse('serverBusy', 'live events are paused');
    const keys = keysOf(viewer);
    const { visitorId, address } = viewer;
    const stream = { visitorId, address, keys, lastEventId };
    const entry = await this.hub.enter(stream, () => this.#add(viewer, keys));
    if (entry === null) return null;
    const { missed, leave } = entry;
    return {
      missed: missed.map(writeEvent),
      leave: () => {
        this.#remove(viewer, keys);
        leave();
      },
    };
  }

  /** Ends all streams; pages open them again, at a process that may serve. */
  endOpen(): void {
    for (const viewer of this.#viewers) viewer.end();
  }

  /** Ends all streams when the process stops, which would wait for them forever. */
  endAll(): void {
    this.#isOver = true;
    this.endOpen();
  }

  /** The sessions that have open streams in this process. */
  listSessions(): bigint[] {
    const ids = [...this.#viewers].flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
    return [...new Set(ids)];
  }

  /** Ends a session's streams of this process; their pages are told that it is over. */
  endSession(sessionId: bigint): void {
    const message = writeMessage({ name: 'session', data: {} });
    for (const viewer of this.#byKey.get(keyOf({ sessionId })) ?? []) viewer.send(message);
  }

  /** Distinct visitors over all processes. */
  async countVisitors(): Promise<number> {
    return this.hub.countVisitors();
  }

  /** Open streams of this process. */
  countStreams(): number {
    return this.#viewers.size;
  }

  #notifyChange(change: Change): void {
    for (const listener of this.#changeListeners) listener(change);
  }

  #deliver(event: NumberedEvent): void {
    // Pages read what is announced at once, so no older answer may be cached.
    if (event.name === 'announcement') this.#notifyChange('admin');
    const viewers = event.to === EVERYBODY ? this.#viewers : this.#byKey.get(event.to);
    if (!viewers) return;
    const message = writeEvent(event);
    for (const viewer of viewers) viewer.send(message);
  }

  #add(viewer: Viewer, keys: readonly string[]): void {
    if (this.#isOver) queueMicrotask(() => viewer.end());
    this.#viewers.add(viewer);
    for (const key of keys) {
      const viewers = this.#byKey.get(key);
      if (viewers) viewers.add(viewer);
      else this.#byKey.set(key, new Set([viewer]));
    }
  }

  #remove(viewer: Viewer, keys: readonly string[]): void {
    this.#viewers.delete(viewer);
    for (const key of keys) {
      const viewers = this.#byKey.get(key);
      viewers?.delete(viewer);
      if (viewers?.size === 0) this.#byKey.delete(key);
    }
  }
}

/** An event without an id: a reconnecting stream does not resume after it. */
export function writeMessage({ name, data }: Pick<Publication, 'name' | 'data'>): LiveMessage {
  return { name, text: `event: ${name}\ndata: ${JSON.stringify(data)}\n\n` };
}

const writeEvent = ({ id, name, data }: NumberedEvent): LiveMessage => ({
  name,
  text: `${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`,
});

function keyOf(to: Receiver): string {
  if (to === EVERYBODY) return to;
  return typeof to === 'bigint' ? `user ${to}` : `session ${to.sessionId}`;
}

function keysOf({ userId, sessionId }: ViewerIdentity): string[] {
  return [...(userId === null ? [] : [keyOf(userId)]), ...(sessionId === null ? [] : [keyOf({ sessionId })])];
}

/** Figures and balance are sent afresh on every connection; a session's end concerns only the streams it ended. */
const NOT_REPLAYED = new Set<LiveEventName>(['figures', 'balance', 'session']);

/** The entity whose whole state the event carries; null for an event that stands for itself. */
function subjectOf({ to, name, data }: Publication): string | null {
  if (name === 'balance') return `balance of ${keyOf(to)}`;
  if (name === 'conversation') return `conversation ${data.user_id} of ${keyOf(to)}`;
  return name === 'rechargeMoved' ? `recharge ${data.order_id}` : null;
}
