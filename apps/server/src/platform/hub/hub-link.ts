import type { LiveEventName } from '@portside/contract';

export const EVERYBODY = 'everybody';

/** A live event on its way to the streams, serialised once for any number of viewers. */
export type PostedEvent = {
  /** The key of its receivers: everybody, one user or one session. */
  readonly to: string;
  readonly name: LiveEventName;
  /** JSON. */
  readonly data: string;
  /** Whether a stream that reconnects receives it afterwards. */
  readonly isReplayable: boolean;
  /** Of events with the same subject, an older state is never delivered after a newer one. */
  readonly subject: string | null;
  /** When that state was true, in milliseconds of the publishing process's clock. */
  readonly at: number;
};

export type NumberedEvent = Pick<PostedEvent, 'to' | 'name' | 'data'> & {
  /** `<milliseconds>-<number>`, as streams of Valkey number their entries; null for one that is not replayed. */
  readonly id: string | null;
};

/** An open stream, as far as other processes need to know it. */
export type OpenStream = {
  readonly visitorId: string;
  readonly address: string;
  /** The keys it listens to, besides everybody's. */
  readonly keys: readonly string[];
  /** Null for a stream that does not resume an earlier one. */
  readonly lastEventId: string | null;
};

/** Events that the stream missed since its last event, oldest first. */
export type StreamEntry = { readonly missed: readonly NumberedEvent[]; leave(): void };

/** Hits counted in the present window, this one included. */
export type HitCount = { readonly count: number; readonly endsInMs: number };

/** What the hub calls in a process. */
export type HubListener = {
  event(event: NumberedEvent): void;
  /** Another process has sent a signal. */
  signal(topic: string, text: string): void;
  /** The other processes cannot be reached: open streams no longer get every event. */
  lost(): void;
};

/** A plain value where the hub is in this process. */
type MaybePromise<T> = T | Promise<T>;

/**
 * A process's connection to what all processes of the shop share: live events, visitors and counts of calls. Nothing
 * that must not be lost is ever only there. Every process receives the events in the same order.
 */
export type HubLink = {
  /** Whether the other processes can be reached, which takes reads and writes; always true for the only process. */
  readonly isConnected: boolean;
  /** Adds a listener; each part of the process adds its own. */
  listen(listener: Partial<HubListener>): void;
  /** Delivers an event to all streams that listen to its key, in every process, this one included. */
  publish(event: PostedEvent): void;
  /** Sends a signal to the other processes. */
  signal(topic: string, text: string): void;
  /**
   * Registers a stream; null if the address has too many open. `onEntered` runs after the last event that counts
   * as missed and before the first that is delivered live, so none is lost or doubled.
   */
  enter(stream: OpenStream, onEntered: () => void): MaybePromise<StreamEntry | null>;
  /** Distinct visitors over all processes. */
  countVisitors(): MaybePromise<number>;
  /**
   * Counts one hit under the key, over all processes, in a fixed window that starts with the first hit; over this
   * process alone while the others cannot be reached.
   */
  hit(key: string, windowMs: number): MaybePromise<HitCount>;
};
