import type { LiveEventName, LiveEvents } from '@portside/contract';
import { EVERYBODY, Hub } from '../hub/hub.ts';
import { momentNs, type HubLink, type NumberedEvent } from '../hub/hub-link.ts';

type Receiver = typeof EVERYBODY | bigint | { readonly sessionId: bigint };

/** For everybody, for all streams of a user (his id), or for those of one session. */
export type Publication = {
  [Name in LiveEventName]: { readonly to: Receiver; readonly name: Name; readonly data: LiveEvents[Name] };
}[LiveEventName];

/** Who watches. Both ids are null for a visitor. */
export type Watcher = {
  readonly userId: bigint | null;
  readonly sessionId: bigint | null;
  readonly visitorId: string;
  readonly address: string;
};

/** An event as it goes over the wire. */
export type LiveMessage = { readonly name: LiveEventName; readonly text: string };

export type Viewer = Watcher & { send(message: LiveMessage): void; end(): void };

/** What the viewer missed, oldest first, and how to leave. */
export type Stay = { readonly missed: readonly LiveMessage[]; leave(): void };

/** The open streams of this process. Events come from the hub, which knows those of all processes. */
export class Live {
  /** Over which this process and the others hear of each other. */
  readonly hub: HubLink;
  readonly #viewers = new Set<Viewer>();
  readonly #byKey = new Map<string, Set<Viewer>>();
  #isOver = false;

  constructor(hub: HubLink = new Hub().join()) {
    this.hub = hub;
    hub.listen({ event: (event) => this.#tell(event) });
  }

  /** `at` is when it was so: a transaction that publishes only after its commit tells of an earlier moment. */
  publish(publication: Publication, at = momentNs()): void {
    const { to, name, data } = publication;
    const isWorthRepeating = !NEVER_REPEATED.has(name);
    const subject = subjectOf(publication);
    this.hub.publish({ to: keyOf(to), name, data: JSON.stringify(data), isWorthRepeating, subject, at });
  }

  /** Null where the address has too many streams. Once all streams have been ended, a new one is ended at once. */
  async join(viewer: Viewer, lastEventId: string | null = null): Promise<Stay | null> {
    const hears = keysOf(viewer);
    const { visitorId, address } = viewer;
    const stream = { visitorId, address, hears, lastEventId };
    const welcome = await this.hub.enter(stream, () => this.#add(viewer, hears));
    if (welcome === null) return null;
    const { missed, leave } = welcome;
    return {
      missed: missed.map(writeEvent),
      leave: () => {
        this.#remove(viewer, hears);
        leave();
      },
    };
  }

  /** For the stop of the process, which would wait for open streams for ever. */
  endAll(): void {
    this.#isOver = true;
    for (const viewer of this.#viewers) viewer.end();
  }

  /** Distinct visitors over all processes. */
  async countVisitors(): Promise<number> {
    return this.hub.countVisitors();
  }

  /** Of this process. */
  countStreams(): number {
    return this.#viewers.size;
  }

  #tell(event: NumberedEvent): void {
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

/** Without an id the event does not count as one that was seen. */
export function writeMessage({ name, data }: Pick<Publication, 'name' | 'data'>): LiveMessage {
  return { name, text: `event: ${name}\ndata: ${JSON.stringify(data)}\n\n` };
}

const writeEvent = ({ id, name, data }: NumberedEvent): LiveMessage => ({
  name,
  text: `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`,
});

function keyOf(to: Receiver): string {
  if (to === EVERYBODY) return to;
  return typeof to === 'bigint' ? `user ${to}` : `session ${to.sessionId}`;
}

function keysOf({ userId, sessionId }: Watcher): string[] {
  return [...(userId === null ? [] : [keyOf(userId)]), ...(sessionId === null ? [] : [keyOf({ sessionId })])];
}

/** Figures and balance are sent afresh on every connection; a session's end concerns the streams it ended. */
const NEVER_REPEATED = new Set<LiveEventName>(['figures', 'balance', 'session']);

/** What an event tells the whole state of; null where each event tells something of its own. */
function subjectOf({ to, name, data }: Publication): string | null {
  if (name === 'balance') return `balance of ${keyOf(to)}`;
  if (name === 'conversation') return `conversation ${data.user_id} of ${keyOf(to)}`;
  return name === 'recharge' ? `recharge ${data.order_id}` : null;
}
