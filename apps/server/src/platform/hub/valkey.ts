import { setTimeout as sleep } from 'node:timers/promises';
import { compareEventIds, MOST_KEPT } from './local-delivery.ts';
import type { PostedEvent } from './hub-link.ts';
import { createClient, defineScript } from '@redis/client';

/** Keys of this shop; several shops on one server take a database number each, in the URL. */
const PREFIX = 'portside:';

/** A socket that is silent for longer counts as lost; something is sent or answered every two seconds. */
const SILENT_MS = 6_000;
const CONNECT_MS = 3_000;
const LONGEST_RECONNECT_MS = 2_000;
/** How long a call waits; afterwards it continues without the answer. */
const ANSWER_MS = 1_000;

/** One step, so that a counter never exists without its expiry. */
const HIT = defineScript({
  SCRIPT: `
    local count = redis.call('INCR', KEYS[1])
    if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
    return { count, redis.call('PTTL', KEYS[1]) }`,
  NUMBER_OF_KEYS: 1,
  parseCommand: (parser, key: string, windowMs: number) => {
    parser.pushKey(key);
    parser.push(String(windowMs));
  },
  transformReply: (reply: unknown) => {
    const [count, endsInMs] = reply as [number, number];
    return { count, endsInMs };
  },
});

/** A client of Valkey or Redis. It reconnects by itself; while it cannot, commands fail at once instead of queueing. */
export const createValkey = (url: string) =>
  createClient({
    url,
    keyPrefix: PREFIX,
    disableOfflineQueue: true,
    scripts: { hit: HIT },
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries) =>
        Math.min(50 * 2 ** tries, LONGEST_RECONNECT_MS) * (0.5 + Math.random() / 2),
    },
  });

export type Valkey = ReturnType<typeof createValkey>;

/** No answer in time; it may still come. */
export class LateAnswer extends Error {}

/** Rejects with a LateAnswer if none came within a second. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const late = sleep(ANSWER_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new LateAnswer('Valkey does not answer');
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    timeout.abort();
    late.catch(() => undefined);
  }
}

/** Events that a reconnecting stream receives afterwards. */
const EVENTS = 'events';
/** Everything else: states of which only the newest counts, and signals between processes. */
const STATES = 'states';
const KEYS = [EVENTS, STATES] as const;
type Key = (typeof KEYS)[number];

/** A process that is so far behind has missed some; it is seconds behind then. */
const LONGEST_STREAM = 2 * MOST_KEPT;
const BLOCK_MS = 2_000;
const MOST_AT_ONCE = 1_000;
const RETRY_MS = 250;
const START = '0-0';

type Signal = { readonly from: string; readonly topic: string; readonly text: string };

type EntryListener = {
  event(id: string, event: PostedEvent): void;
  /** A replayable event from before the reader started. */
  earlier(id: string, event: PostedEvent): void;
  signal(signal: Signal): void;
  /** Entries arrive (again), or no longer do. */
  connection(isUp: boolean): void;
};

export type Entry = { readonly event: PostedEvent } | { readonly signal: Signal };

/** The fields of an entry in a stream of Valkey. */
type Fields = Readonly<Record<string, string>>;

/** Appends to the streams of Valkey. Rejects while it is away or takes no writes. */
export async function appendEntry(valkey: Valkey, entry: Entry): Promise<void> {
  const key: Key = 'event' in entry && entry.event.isReplayable ? EVENTS : STATES;
  const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: LONGEST_STREAM } as const;
  await valkey.xAdd(key, '*', { entry: JSON.stringify(entry) }, { TRIM });
}

/** Reads both streams on a connection of its own and passes on every entry, in one order for all processes. */
export class EntryReader {
  readonly #valkey: Valkey;
  readonly #listener: EntryListener;
  readonly #positions: Record<Key, string> = { events: START, states: START };
  #isClosed = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(valkey: Valkey, listener: EntryListener) {
    this.#valkey = valkey;
    this.#listener = listener;
  }

  /** Reads what may be replayed, then everything from now on. */
  async open(): Promise<void> {
    await this.#valkey.connect();
    const recent = (await this.#valkey.xRevRange(EVENTS, '+', '-', { COUNT: MOST_KEPT }))!.toReversed();
    for (const { id, message } of recent) {
      const entry = parseEntry(message);
      if (entry && 'event' in entry) this.#listener.earlier(id, entry.event);
    }
    this.#positions.events = recent.at(-1)?.id ?? START;
    this.#positions.states = await this.#lastId(STATES);
    this.#listener.connection(true);
    this.#ended = this.#loop();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#valkey.isOpen) this.#valkey.destroy();
    await this.#ended;
  }

  async #loop(): Promise<void> {
    let isUp = true;
    while (!this.#isClosed) {
      try {
        if (!isUp) {
          await this.#checkPositions();
          isUp = true;
          this.#listener.connection(true);
        }
        await this.#readOnce();
      } catch {
        if (isUp && !this.#isClosed) this.#listener.connection(false);
        isUp = false;
        await sleep(RETRY_MS);
      }
    }
  }

  async #readOnce(): Promise<void> {
    const from = KEYS.map((key) => ({ key, id: this.#positions[key] }));
    const read = await this.#valkey.xRead(from, { BLOCK: BLOCK_MS, COUNT: MOST_AT_ONCE });
    for (const { name, messages } of (read ?? []) as readonly Stream[]) {
      for (const { id, message } of messages) {
        const key = keyOf(name);
        this.#positions[key] = id;
        this.#pass(id, message);
      }
    }
  }

  #pass(id: string, message: Fields): void {
    const entry = parseEntry(message);
    if (entry === null) return;
    if ('event' in entry) this.#listener.event(id, entry.event);
    else this.#listener.signal(entry.signal);
  }

  /** A server that lost its memory may number from an earlier moment: everything it has is new then. */
  async #checkPositions(): Promise<void> {
    for (const key of KEYS)
      if (compareEventIds(await this.#lastId(key), this.#positions[key]) < 0) this.#positions[key] = START;
  }

  async #lastId(key: Key): Promise<string> {
    const entries = await this.#valkey.xRevRange(key, '+', '-', { COUNT: 1 });
    return entries?.[0]?.id ?? START;
  }
}

type Stream = {
  readonly name: string;
  readonly messages: readonly { readonly id: string; readonly message: Fields }[];
};

/** Names come back with the prefix that all keys of the shop have. */
const keyOf = (name: string): Key => (name.endsWith(EVENTS) ? EVENTS : STATES);

/** Null for what no version of the shop has written: one bad entry must not stop every process that reads it. */
function parseEntry({ entry }: Fields): Entry | null {
  try {
    const parsed = JSON.parse(entry!) as Entry;
    const content: unknown = 'event' in parsed ? parsed.event : parsed.signal;
    return typeof content === 'object' && content !== null ? parsed : null;
  } catch {
    return null;
  }
}
