import type { LiveEventName } from '@portside/contract';

/** An event on its way to the hub, written once however many watch. */
export type PostedEvent = {
  /** A key that streams listen to: everybody, one user, one session. */
  readonly to: string;
  readonly name: LiveEventName;
  /** JSON. */
  readonly data: string;
  /** Whether a stream that was broken off wants it later. */
  readonly isWorthRepeating: boolean;
  /** Of two events about the same, the one of the older state is not told after the newer. */
  readonly subject: string | null;
  /** When that state was so; see `momentNs`. */
  readonly at: number;
};

export type NumberedEvent = Pick<PostedEvent, 'to' | 'name' | 'data'> & { readonly id: string };

/** An open stream, as far as all processes must know of it. */
export type OpenStream = {
  readonly visitorId: string;
  readonly address: string;
  /** The keys it listens to, beside everybody's. */
  readonly hears: readonly string[];
  /** Null for a stream that does not come back from a gap. */
  readonly lastEventId: string | null;
};

/** What came for the stream since its last event, oldest first, and how to leave. */
export type Welcome = { readonly missed: readonly NumberedEvent[]; leave(): void };

export type Tries = { readonly count: number; readonly endsInMs: number };

/** What a process hears from the hub. */
export type HubListener = {
  event(event: NumberedEvent): void;
  /** Another process signals. */
  signal(topic: string, text: string): void;
  /** This process is now the one that does what is to be done once. */
  duty(): void;
};

/** At once where the hub is in this process. */
type Soon<T> = T | Promise<T>;

/**
 * One process's line to the hub of its start. Whatever is sent arrives in the order in which it was sent; every
 * process hears the events in one order.
 */
export type HubLink = {
  /** One process of a start is on duty; when it dies, another is. */
  readonly isOnDuty: boolean;
  /** Parts of the process listen each for their own. */
  listen(listener: Partial<HubListener>): void;
  /** Tells all streams of all processes that listen to it, those of this one too. */
  publish(event: PostedEvent): void;
  /** Tells the other processes. */
  signal(topic: string, text: string): void;
  /**
   * Null where the address has too many streams open. `onEntered` runs between the last event that is among the
   * missed and the first that is not.
   */
  enter(stream: OpenStream, onEntered: () => void): Soon<Welcome | null>;
  /** Distinct visitors over all processes. */
  countVisitors(): Soon<number>;
  /** Counts one try under the key, over all processes, in a window that begins with its first. */
  hit(key: string, windowMs: number): Soon<Tries>;
};

/** A clock that all processes of a machine share and nobody sets back. */
export const momentNs = (): number => Number(process.hrtime.bigint());
