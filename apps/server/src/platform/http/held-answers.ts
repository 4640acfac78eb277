import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Change } from '../live.ts';
import { EncodedBody } from './encoded-body.ts';

type Held = {
  readonly body: EncodedBody;
  /** Milliseconds of the monotonic clock at which reading it began. */
  readonly begunAt: number;
  /** The shop's clock at that moment, in milliseconds: announcements begin and end by it. */
  readonly shopTime: number;
  isOutdated: boolean;
};
type Slot = { held: Held | null; building: Promise<Held> | null; marks: number };
type Build = () => Promise<string>;

/**
 * The longest an answer is held without news of a change: another process's may be lost, and time alone changes some.
 */
const MAX_AGE_MS = 1_000;
/**
 * From this part of the longest age on a new one is read while the old one still answers, so that nobody waits for it.
 */
const RENEWED_AFTER = 0.5;
/** Where stock changes without a pause, reading it again for every caller may take so much of each second. */
const BUDGET_MS = 100;
/** An answer of a thousand products is half a megabyte. */
const MOST_SLOTS = 64;

/**
 * Answers that are the same for all readers of a language, held as bytes. Every change by an admin ends them at once;
 * a change of stock does while there is time for it, and after a second at most. What is held is only shown: no order
 * reads it.
 */
export class HeldAnswers {
  readonly #slots = new Map<string, Slot>();
  readonly #clock: Clock;
  readonly #budgetMs: number;
  readonly #maxAgeMs: number;
  #spent = { since: 0, ms: 0 };

  /**
   * `budgetMs`: the time of each second that readings may take because stock has changed. `maxAgeMs`: the longest that
   * an answer is held without news of a change.
   */
  constructor(clock: Clock, budgetMs = BUDGET_MS, maxAgeMs = MAX_AGE_MS) {
    this.#clock = clock;
    this.#budgetMs = budgetMs;
    this.#maxAgeMs = maxAgeMs;
  }

  /** To be called after the commit of a change, also of another process. */
  tell(change: Change): void {
    if (change === 'admin') this.#slots.clear();
    else
      for (const slot of this.#slots.values()) {
        slot.marks += 1;
        if (slot.held) slot.held.isOutdated = true;
      }
  }

  /** Answers from memory, or with what `build` serialises, in the encoding that the caller prefers, or with 304. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    build: Build,
    type = JSON_TYPE,
  ): Promise<FastifyReply> {
    const found = this.#find(key, build);
    const held = found instanceof Promise ? await found : found;
    return held.body.send(request, reply.headers({ 'cache-control': 'no-cache', vary: VARY }), type);
  }

  #find(key: string, build: Build): Held | Promise<Held> {
    let slot = this.#slots.get(key);
    if (!slot) {
      slot = { held: null, building: null, marks: 0 };
      this.#slots.set(key, slot);
      if (this.#slots.size > MOST_SLOTS) this.#slots.delete(this.#slots.keys().next().value!);
    }
    const { held } = slot;
    const now = performance.now();
    if (held !== null && this.#isYoung(held, now) && !(held.isOutdated && this.#hasTime(now))) {
      // It is asked for again when it ends; until then this one answers.
      if (now - held.begunAt >= this.#maxAgeMs * RENEWED_AFTER)
        this.#build(slot, build).catch(() => undefined);
      return held;
    }
    return this.#build(slot, build);
  }

  /** Concurrent callers share one. */
  #build(slot: Slot, build: Build): Promise<Held> {
    slot.building ??= this.#run(slot, build).finally(() => (slot.building = null));
    return slot.building;
  }

  async #run(slot: Slot, build: Build): Promise<Held> {
    const begunAt = performance.now();
    const { marks, held: before } = slot;
    const shopTime = this.#clock.now().getTime();
    const body = new EncodedBody(Buffer.from(await build()));
    // Ready before anybody asks for them.
    if (before) await body.encodeLike(before.body);
    const held: Held = { body, begunAt, shopTime, isOutdated: slot.marks !== marks };
    slot.held = held;
    this.#spend(performance.now(), performance.now() - begunAt);
    return held;
  }

  #isYoung({ begunAt, shopTime }: Held, now: number): boolean {
    const most = this.#maxAgeMs;
    return now - begunAt < most && Math.abs(this.#clock.now().getTime() - shopTime) < most;
  }

  #hasTime(now: number): boolean {
    return (now - this.#spent.since >= 1_000 && this.#budgetMs > 0) || this.#spent.ms < this.#budgetMs;
  }

  #spend(now: number, ms: number): void {
    if (now - this.#spent.since >= 1_000) this.#spent = { since: now, ms: 0 };
    this.#spent.ms += ms;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';
const VARY = 'accept-encoding, accept-language';
