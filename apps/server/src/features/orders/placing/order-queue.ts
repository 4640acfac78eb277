import { isConnectionLost } from '../../../platform/db/connections/database-outage.ts';
import { Refusal } from '../../../platform/refusal.ts';

/**
 * What a batch knows of the one before, which is still under way, and what it passes on to the next: `pass` lets that
 * one begin, and calls its argument only where it may.
 */
export type Line<A> = { readonly ahead: A | null; pass(ahead: () => A): void };

/** For a batch that runs alone: no other is under way before it or begins before it ends. */
export const ALONE: Line<never> = { ahead: null, pass: () => undefined };

/** Runs a batch; returns one result for each input, in their order. */
type RunBatch<I, O, A> = (inputs: readonly I[], line: Line<A>) => Promise<readonly O[]>;

type Waiting<I, O> = {
  readonly input: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
};

type UnderWay<I, O, A> = {
  readonly batch: readonly Waiting<I, O>[];
  /** Of the inputs' holders; no other batch may have one of them meanwhile. */
  readonly keys: ReadonlySet<unknown>;
  /** Null until it lets the next one begin. */
  ahead: A | null;
};

type OrderQueueOptions<I> = {
  /** The most that one batch takes. */
  readonly batchSize: number;
  /** Whose input it is: two batches under way at once share none. */
  readonly keyOf: (input: I) => unknown;
  /** The fewest for which a batch begins before the end of the one ahead; Infinity where none ever does. */
  readonly overlapFrom: number;
};

/** Pages give up by then, so what has waited longer is not started. */
const MAX_WAIT_MS = 45_000;
/** Half a second's work; more would only wait to be given up. */
const MAX_WAITING = 10_000;
/** After a batch had to be repeated because it began too early, so many begin after the end of the one ahead. */
const ALONE_AFTER_FAILURE = 100;

/**
 * Whatever arrives while a batch is under way makes up the next one: a busy server pays one commit for many orders.
 * There is no timer. Where enough wait, the next batch begins while the one ahead is being committed, so that this
 * process and the database work at the same time. A batch that fails unexpectedly after an early beginning is run
 * again by itself; otherwise its orders one by one, so that a bad order fails alone; what the batch had placed
 * already answers under its idempotency key. Where the database cannot be reached, all fail at once and may be
 * repeated under their keys. Refuses what would wait too long (serverBusy).
 */
export class OrderQueue<I, O, A = never> {
  readonly #run: RunBatch<I, O, A>;
  readonly #options: OrderQueueOptions<I>;
  #waiting: Waiting<I, O>[] = [];
  #underWay: UnderWay<I, O, A>[] = [];
  /** To be run again, each by itself. */
  readonly #again: (readonly Waiting<I, O>[])[] = [];
  #isStarting = false;
  #alone = 0;

  constructor(run: RunBatch<I, O, A>, options: OrderQueueOptions<I>) {
    this.#run = run;
    this.#options = options;
  }

  /** How many wait for a batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  submit(input: I): Promise<O> {
    if (this.waiting >= MAX_WAITING) return Promise.reject(new Refusal('serverBusy'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject, since: performance.now() });
      if (this.#underWay.length === 0 || this.#mayOverlap()) this.#startSoon();
    });
  }

  /** Whatever else is submitted in this turn of the event loop comes first. */
  #startSoon(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      this.#start();
    });
  }

  #start(): void {
    if (this.#underWay.length === 0) {
      const again = this.#again.shift();
      const batch = again ?? this.#take(this.#firstSize(), new Set());
      if (batch.length > 0) void this.#runBatch(batch, null);
    } else if (this.#mayOverlap()) {
      const [ahead] = this.#underWay;
      const batch = this.#take(this.#options.batchSize, ahead!.keys);
      if (batch.length > 0) void this.#runBatch(batch, ahead!.ahead);
    }
  }

  /** Half of many: the other half begins while the first is being committed. */
  #firstSize(): number {
    const half = Math.ceil(this.waiting / 2);
    return half >= this.#options.overlapFrom && this.#alone === 0
      ? Math.min(half, this.#options.batchSize)
      : this.#options.batchSize;
  }

  /** A much smaller batch than the one ahead would cost more than waiting for its end. */
  #mayOverlap(): boolean {
    const [ahead, second] = this.#underWay;
    return (
      second === undefined &&
      ahead !== undefined &&
      ahead.ahead !== null &&
      this.#again.length === 0 &&
      this.waiting >= Math.max(this.#options.overlapFrom, ahead.batch.length / 2)
    );
  }

  /** The first that wait and are in time, without those whose holder is in the batch ahead. */
  #take(size: number, keys: ReadonlySet<unknown>): readonly Waiting<I, O>[] {
    const now = performance.now();
    const batch: Waiting<I, O>[] = [];
    const left: Waiting<I, O>[] = [];
    for (const one of this.#waiting) {
      if (now - one.since > MAX_WAIT_MS) one.reject(new Refusal('serverBusy'));
      else if (batch.length < size && !keys.has(this.#options.keyOf(one.input))) batch.push(one);
      else left.push(one);
    }
    this.#waiting = left;
    return batch;
  }

  async #runBatch(batch: readonly Waiting<I, O>[], ahead: A | null): Promise<void> {
    const keys = new Set(batch.map(({ input }) => this.#options.keyOf(input)));
    const own: UnderWay<I, O, A> = { batch, keys, ahead: null };
    this.#underWay.push(own);
    if (ahead === null && this.#alone > 0) this.#alone -= 1;
    const pass = (next: () => A): void => {
      if (this.#alone > 0 || this.#options.overlapFrom === Infinity) return;
      own.ahead = next();
      if (this.#mayOverlap()) this.#startSoon();
    };
    try {
      const results = await this.#run(
        batch.map(({ input }) => input),
        { ahead, pass },
      );
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      own.ahead = null;
      await this.#onFailure(batch, ahead, error);
    }
    this.#underWay = this.#underWay.filter((one) => one !== own);
    if (this.waiting > 0 || this.#again.length > 0) this.#start();
  }

  async #onFailure(batch: readonly Waiting<I, O>[], ahead: A | null, error: unknown): Promise<void> {
    if (isConnectionLost(error)) return batch.forEach(({ reject }) => reject(error));
    if (ahead !== null) {
      this.#alone = ALONE_AFTER_FAILURE;
      this.#again.push(batch);
    } else if (batch.length > 1) await this.#runSingly(batch);
    else batch.forEach(({ reject }) => reject(error));
  }

  async #runSingly(batch: readonly Waiting<I, O>[]): Promise<void> {
    for (const [index, { input, resolve, reject }] of batch.entries()) {
      try {
        const [result] = await this.#run([input], ALONE);
        resolve(result!);
      } catch (error) {
        reject(error);
        if (isConnectionLost(error)) return batch.slice(index).forEach((one) => one.reject(error));
      }
    }
  }
}
