import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Change } from '../../live/live.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { encode } from './encode.ts';

/** An answer as it is sent, in each encoding that somebody asked for. */
class Held {
  readonly etag: string;
  /** Milliseconds of the monotonic clock at which reading it began. */
  readonly begunAt: number;
  /** The shop's clock at that moment, in milliseconds: announcements begin and end by it. */
  readonly shopTime: number;
  readonly plain: Buffer;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();
  isOutdated = false;

  constructor(plain: Buffer, begunAt: number, shopTime: number) {
    this.shopTime = shopTime;
    this.plain = plain;
    this.begunAt = begunAt;
    this.etag = `W/"${hash('sha1', plain, 'base64url')}"`;
  }

  get encodings(): Iterable<Encoding> {
    return this.#encoded.keys();
  }

  isWorthEncoding(): boolean {
    return this.plain.length >= LEAST_ENCODED_BYTES;
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    let encoded = this.#encoded.get(encoding);
    if (!encoded) this.#encoded.set(encoding, (encoded = encode(this.plain, encoding)));
    return encoded;
  }
}

type Slot = { held: Held | null; building: Promise<Held> | null; marks: number };
type Build = () => Promise<string>;

const LEAST_ENCODED_BYTES = 1_024;
/** The longest an answer is held without news of a change: another process's may be lost, and time alone changes some. */
const MAX_AGE_MS = 1_000;
/** From this age on a new one is read while the old one still answers, so that nobody waits for it. */
const RENEWED_AFTER_MS = 500;
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
  #spent = { since: 0, ms: 0 };

  /** The time of each second that readings may take because stock has changed. */
  constructor(clock: Clock, budgetMs = BUDGET_MS) {
    this.#clock = clock;
    this.#budgetMs = budgetMs;
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
  async send(request: FastifyRequest, reply: FastifyReply, key: string, build: Build): Promise<FastifyReply> {
    const found = this.#find(key, build);
    const held = found instanceof Promise ? await found : found;
    reply.headers({ 'cache-control': 'no-cache', vary: VARY, etag: held.etag });
    if (request.headers['if-none-match']?.includes(held.etag)) return reply.code(304).send();
    const encoding = held.isWorthEncoding() ? acceptedEncoding(request.headers['accept-encoding']) : null;
    if (encoding === null) return reply.type(JSON_TYPE).send(held.plain);
    return reply
      .type(JSON_TYPE)
      .header('content-encoding', encoding)
      .send(await held.encoded(encoding));
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
      if (now - held.begunAt >= RENEWED_AFTER_MS) this.#build(slot, build).catch(() => undefined);
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
    const held = new Held(Buffer.from(await build()), begunAt, shopTime);
    // Ready before anybody asks for them.
    if (before && held.isWorthEncoding())
      await Promise.all([...before.encodings].map((encoding) => held.encoded(encoding)));
    held.isOutdated = slot.marks !== marks;
    slot.held = held;
    this.#spend(performance.now(), performance.now() - begunAt);
    return held;
  }

  #isYoung({ begunAt, shopTime }: Held, now: number): boolean {
    return now - begunAt < MAX_AGE_MS && Math.abs(this.#clock.now().getTime() - shopTime) < MAX_AGE_MS;
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
