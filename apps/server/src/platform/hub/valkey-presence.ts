import { addressBlock } from '../ip-address.ts';
import { inTime, LateAnswer, type Valkey } from './valkey.ts';
import { MAX_COUNTED, MAX_STREAMS, Presence } from './hub.ts';

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
export class ValkeyPresence {
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
