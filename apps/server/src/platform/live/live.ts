import type { LiveEventName, LiveEvents } from '@portside/contract';
import { Presence } from './presence.ts';
import { Recent } from './recent.ts';

type Receiver = 'everybody' | bigint | { readonly sessionId: bigint };

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

/** An event as it goes over the wire, written once however many watch. */
export type LiveMessage = { readonly name: LiveEventName; readonly text: string };

export type Viewer = Watcher & { send(message: LiveMessage): void; end(): void };

/** Open streams of this process, and who watches: the presence that the home page counts. */
export class Live {
  readonly #viewers = new Set<Viewer>();
  readonly #presence = new Presence();
  readonly #recent = new Recent<Publication>();
  #isOver = false;

  publish(publication: Publication): void {
    const message = writeMessage(publication, this.#recent.add(publication, isWorthRepeating(publication)));
    for (const viewer of this.#viewers) {
      if (isFor(publication, viewer)) viewer.send(message);
    }
  }

  /** Returns how to leave. Once all streams have been ended, a new one is ended at once. */
  join(viewer: Viewer): () => void {
    if (this.#isOver) queueMicrotask(() => viewer.end());
    this.#viewers.add(viewer);
    this.#presence.enter(viewer.visitorId, viewer.address);
    return () => {
      if (this.#viewers.delete(viewer)) this.#presence.leave(viewer.visitorId);
    };
  }

  /** What the watcher missed since the event with that id, as far as it is remembered; oldest first. */
  listMissed(watcher: Watcher, lastEventId: string): LiveMessage[] {
    return this.#recent
      .since(lastEventId)
      .filter(({ item }) => isFor(item, watcher))
      .map(({ id, item }) => writeMessage(item, id));
  }

  /** For the stop of the process, which would wait for open streams for ever. */
  endAll(): void {
    this.#isOver = true;
    for (const viewer of this.#viewers) viewer.end();
  }

  countVisitors(): number {
    return this.#presence.count;
  }

  countStreams(): number {
    return this.#viewers.size;
  }
}

/** Without an id the event does not count as one that was seen. */
export function writeMessage({ name, data }: Pick<Publication, 'name' | 'data'>, id?: string): LiveMessage {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return { name, text: `${head}event: ${name}\ndata: ${JSON.stringify(data)}\n\n` };
}

function isFor({ to }: Publication, watcher: Watcher): boolean {
  if (to === 'everybody') return true;
  return typeof to === 'bigint' ? to === watcher.userId : to.sessionId === watcher.sessionId;
}

/** Figures and balance are sent afresh on every connection; a session's end concerns the streams it ended. */
const isWorthRepeating = ({ name }: Publication): boolean => name === 'recharge' || name === 'order';
