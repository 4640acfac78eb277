import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import { StartError } from '../refusal.ts';
import { createValkey, inTime, type Valkey } from './valkey.ts';
import { HitCounter, once } from './hub.ts';
import type { HitCount, HubLink, HubListener, OpenStream, PostedEvent, StreamEntry } from './hub-link.ts';
import { HubListeners, LocalDelivery } from './local-delivery.ts';
import { appendEntry, EntryReader, type Entry } from './valkey-events.ts';
import { ValkeyPresence } from './valkey-presence.ts';

/**
 * The hub of a shop with several processes, on Valkey or Redis. Nothing that must not be lost is only there: while it
 * is away or refuses writes, events are not published, streams end so that pages ask instead, calls are counted per
 * process, and all of it comes back by itself.
 */
export class ValkeyHub implements HubLink {
  readonly #log: Log;
  readonly #commands: Valkey;
  readonly #reader: EntryReader;
  readonly #presence: ValkeyPresence;
  readonly #listeners = new HubListeners();
  readonly #delivery = new LocalDelivery(this.#listeners);
  readonly #hits = new HitCounter();
  readonly #processId = randomUUID();
  #isReading = false;
  #isWriting = true;
  #isUp = false;
  #isClosed = false;

  /** Throws a StartError if no server answers, or none that takes writes. */
  static async open(url: string, log: Log): Promise<ValkeyHub> {
    const hub = new ValkeyHub(url, log);
    try {
      await inTime(hub.#commands.connect());
      await inTime(hub.#presence.report());
      await hub.#reader.open();
    } catch (error) {
      await hub.close();
      throw new StartError(`VALKEY_URL: the server cannot be used (${(error as Error).message})`, error);
    }
    return hub;
  }

  private constructor(url: string, log: Log) {
    this.#log = log;
    this.#commands = createValkey(url);
    const readerClient = createValkey(url);
    for (const client of [this.#commands, readerClient]) {
      // Without a listener an error would end the process. What matters of it is reported by `#update`.
      client.on('error', () => this.#update());
      client.on('ready', () => this.#update());
      client.on('reconnecting', () => this.#update());
    }
    this.#presence = new ValkeyPresence(this.#commands, this.#processId, (isWritten) =>
      this.#wrote(isWritten),
    );
    this.#reader = new EntryReader(readerClient, {
      event: (id, event) => this.#delivery.deliver(id, event),
      earlier: (id, event) => this.#delivery.remember(id, event),
      signal: ({ from, topic, text }) => {
        if (from !== this.#processId) this.#listeners.signal(topic, text);
      },
      connection: (isUp) => {
        this.#isReading = isUp;
        this.#update();
      },
    });
  }

  get isConnected(): boolean {
    return this.#isUp;
  }

  listen(listener: Partial<HubListener>): void {
    this.#listeners.add(listener);
  }

  publish(event: PostedEvent): void {
    this.#append({ event });
  }

  signal(topic: string, text: string): void {
    this.#append({ signal: { from: this.#processId, topic, text } });
  }

  async enter(stream: OpenStream, onEntered: () => void): Promise<StreamEntry | null> {
    const leave = await this.#presence.enter(stream.visitorId, stream.address);
    if (leave === null) return null;
    // In one step: everything this process has delivered so far counts as missed, everything later comes live.
    onEntered();
    return { missed: this.#delivery.missedBy(stream), leave: once(leave) };
  }

  countVisitors(): Promise<number> {
    return this.#presence.count();
  }

  async hit(key: string, windowMs: number): Promise<HitCount> {
    if (this.#commands.isReady) {
      try {
        return await inTime(this.#commands.hit(`hits:${key}`, windowMs));
      } catch {
        // Counted here instead.
      }
    }
    return this.#hits.hit(key, windowMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#presence.close();
    await this.#reader.close();
    if (this.#commands.isOpen) this.#commands.destroy();
  }

  #append(entry: Entry): void {
    if (!this.#commands.isReady) return;
    appendEntry(this.#commands, entry).catch(() => this.#wrote(false));
  }

  /** A server may answer reads and refuse writes: it is full, or has become a replica. Its events are lost, then. */
  #wrote(isWritten: boolean): void {
    this.#isWriting = isWritten;
    this.#update();
  }

  /** Streams end with the connection, at once: a missed event can only be made up for by reconnecting. */
  #update(): void {
    const isUp = this.#isReading && this.#isWriting && this.#commands.isReady;
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    if (isUp) {
      this.#log.info({}, 'connected to Valkey');
      this.#presence.reportAgain();
    } else if (!this.#isClosed) {
      this.#log.warn({}, 'Valkey is away: no live events, and limits count per process, until it is back');
      this.#listeners.lost();
    }
  }
}
