import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import { StartError } from '../refusal.ts';
import { HitCounter, once, MAX_COUNTED, MAX_STREAMS, Presence } from './hub.ts';
import type { HitCount, HubLink, HubListener, OpenStream, PostedEvent, StreamEntry } from './hub-link.ts';
import { HubListeners, LocalDelivery } from './local-delivery.ts';
import {
  appendEntry,
  EntryReader,
  type Entry,
  createValkey,
  inTime,
  type Valkey,
  LateAnswer,
} from './valkey.ts';
import { addressBlock } from '../ip-address.ts';

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

const PROCESSES = 'processes';
/** A process that has not reported for so long is gone, and its visitors with it. */
const GONE_AFTER_MS = 15_000;
const REPORT_EVERY_MS = 2_000;
/** A new visitor is reported after this, together with all others who came meanwhile. */
const REPORT_SOON_MS = 200;
const COUNT_AGE_MS = 1_000;
/** Streams live an hour at most. */
const STREAMS_AGE_S = 2 * 3_600;

/**
 * Distinct visitors and streams per address over all processes. Each process keeps its own and reports them; of a
 * process that died they are forgotten after 15 seconds. While Valkey is away each process knows its own only.
 */
class ValkeyPresence {
  readonly #valkey: Valkey;
  readonly #processId: string;
  readonly #local = new Presence();
  readonly #onWrite: (isWritten: boolean) => void;
  #reported = new Set<string>();
  #processes: { readonly ids: readonly string[]; readonly at: number } = { ids: [], at: -Infinity };
  #counted: { readonly count: number; readonly at: number } | null = null;
  #timer: NodeJS.Timeout;
  #isSoon = false;
  #isReporting = false;

  /** `onWrite` hears after each report, every two seconds, whether Valkey has taken it. */
  constructor(valkey: Valkey, processId: string, onWrite: (isWritten: boolean) => void) {
    this.#valkey = valkey;
    this.#processId = processId;
    this.#onWrite = onWrite;
    this.#timer = setTimeout(this.#onTimer, REPORT_SOON_MS);
  }

  /** Counts a stream; null if the address has too many. The returned function removes it. */
  async enter(visitorId: string, address: string): Promise<(() => void) | null> {
    if (!this.#local.enter(visitorId, address)) return null;
    const block = addressBlock(address);
    const leave = (): void => {
      this.#local.leave(visitorId, address);
      this.#changeStreams(block, -1).catch(() => undefined);
      this.#reportSoon();
    };
    this.#reportSoon();
    const streams = await inTime(this.#changeStreams(block, 1)).catch(() => 0);
    if (streams <= MAX_STREAMS) return leave;
    leave();
    return null;
  }

  /** Distinct visitors, at most a second old. */
  async count(): Promise<number> {
    if (!this.#valkey.isReady) return this.#local.count;
    const now = performance.now();
    if (this.#counted === null || now - this.#counted.at > COUNT_AGE_MS) {
      const count = await inTime(this.#countAll()).catch(() => this.#local.count);
      this.#counted = { count, at: now };
    }
    return this.#counted.count;
  }

  /** Forgets what was reported: Valkey may have lost it. */
  reportAgain(): void {
    this.#reported = new Set();
    this.#reportSoon();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#valkey.isReady) return;
    await inTime(
      Promise.all([
        this.#valkey.sRem(PROCESSES, this.#processId),
        this.#valkey.del([visitorsOf(this.#processId), aliveKey(this.#processId)]),
      ]),
    ).catch(() => undefined);
  }

  #reportSoon(): void {
    if (this.#isSoon || this.#isReporting) return;
    this.#isSoon = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onTimer, REPORT_SOON_MS);
  }

  readonly #onTimer = (): void => {
    this.#isSoon = false;
    this.#isReporting = true;
    void inTime(this.report())
      .then(
        () => this.#onWrite(true),
        (error: unknown) => {
          this.#reported = new Set();
          // Late is not refused: this process may be the one that was busy.
          if (!(error instanceof LateAnswer)) this.#onWrite(false);
        },
      )
      .finally(() => {
        this.#isReporting = false;
        this.#timer = setTimeout(this.#onTimer, REPORT_EVERY_MS);
      });
  };

  /** Writes what has changed. Rejects if Valkey is away or takes no writes. */
  async report(): Promise<void> {
    if (!this.#valkey.isReady) throw new Error('Valkey is away');
    const key = visitorsOf(this.#processId);
    const members = new Set(
      Array.from(this.#local.list(), ({ visitorId, block }) => `${block} ${visitorId}`),
    );
    const [before, isFresh] = [this.#reported, this.#reported.size === 0];
    const added = [...members.difference(before)];
    const removed = [...before.difference(members)];
    const step = this.#valkey.multi();
    if (isFresh) step.del(key);
    if (added.length > 0) step.sAdd(key, added);
    if (removed.length > 0) step.sRem(key, removed);
    step.pExpire(key, GONE_AFTER_MS);
    step.set(aliveKey(this.#processId), '1', { expiration: { type: 'PX', value: GONE_AFTER_MS } });
    step.sAdd(PROCESSES, this.#processId);
    await step.exec();
    this.#reported = members;
    if (added.length > 0 || removed.length > 0) this.#counted = null;
  }

  async #countAll(): Promise<number> {
    const processes = await this.#listProcesses();
    if (processes.length === 0) return this.#local.count;
    const members = await this.#valkey.sUnion(processes.map(visitorsOf));
    const blocks = Map.groupBy(new Set(members), (member) => member.slice(0, member.indexOf(' ')));
    return blocks.values().reduce((sum, visitors) => sum + Math.min(visitors.length, MAX_COUNTED), 0);
  }

  /** The processes that reported lately, as they were two seconds ago at the latest. */
  async #listProcesses(): Promise<readonly string[]> {
    const now = performance.now();
    if (now - this.#processes.at < REPORT_EVERY_MS) return this.#processes.ids;
    const known = await this.#valkey.sMembers(PROCESSES);
    const reports = known.length === 0 ? [] : await this.#valkey.mGet(known.map(aliveKey));
    const [ids, gone] = [
      known.filter((_, i) => reports[i] !== null),
      known.filter((_, i) => reports[i] === null),
    ];
    if (gone.length > 0) await this.#valkey.sRem(PROCESSES, gone);
    this.#processes = { ids, at: now };
    return ids;
  }

  /** The streams of the block over all living processes, after the change. */
  async #changeStreams(block: string, by: 1 | -1): Promise<number> {
    const key = `streams:${block}`;
    const [, , byProcess, alive] = await Promise.all([
      this.#valkey.hIncrBy(key, this.#processId, by),
      this.#valkey.expire(key, STREAMS_AGE_S),
      this.#valkey.hGetAll(key),
      this.#listProcesses(),
    ]);
    return alive.reduce((sum, id) => sum + Number(byProcess[id] ?? 0), 0);
  }
}

const visitorsOf = (processId: string): string => `visitors:${processId}`;
const aliveKey = (processId: string): string => `alive:${processId}`;
