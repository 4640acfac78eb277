import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Change } from '../live.ts';
import { hash } from 'node:crypto';
import { memoizeFew } from '../memoize-few.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Cached = {
  readonly body: EncodedBody;
  /** When reading it began, in milliseconds of the monotonic clock. */
  readonly begunAt: number;
  /** The shop's clock at that moment, in milliseconds: announcements begin and end by it. */
  readonly shopTime: number;
  isStale: boolean;
};
type Slot = { cached: Cached | null; building: Promise<Cached> | null; stockChanges: number };
type Build = () => Promise<string>;

/** How long an answer may be cached without news: a signal may get lost, and time alone changes some answers. */
const MAX_AGE_MS = 1_000;
/** From this part of its age on, an answer is replaced in the background, so that nobody waits for the next one. */
const REFRESH_AFTER = 0.5;
/** How much of each second may go into rereading answers because stock changed. */
const BUDGET_MS = 100;
/** A list of a thousand products is half a megabyte. */
const MAX_SLOTS = 64;

/**
 * Caches answers that are the same for all readers of a language. A change by an admin empties it at once; a change of
 * stock does so within the time budget, and after a second at most. Cached answers are only shown: no order reads them.
 */
export class AnswerCache {
  readonly #slots = new Map<string, Slot>();
  readonly #clock: Clock;
  readonly #budgetMs: number;
  readonly #maxAgeMs: number;
  #spent = { since: 0, ms: 0 };

  constructor(clock: Clock, budgetMs = BUDGET_MS, maxAgeMs = MAX_AGE_MS) {
    this.#clock = clock;
    this.#budgetMs = budgetMs;
    this.#maxAgeMs = maxAgeMs;
  }

  /** Call it after the commit of a change, also of another process. */
  invalidate(change: Change): void {
    if (change === 'admin') this.#slots.clear();
    else
      for (const slot of this.#slots.values()) {
        slot.stockChanges += 1;
        if (slot.cached) slot.cached.isStale = true;
      }
  }

  /** Sends the cached answer, or what `build` returns, in the encoding that the caller prefers; or 304. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    build: Build,
    type = JSON_TYPE,
  ): Promise<FastifyReply> {
    const found = this.#find(key, build);
    const { body } = found instanceof Promise ? await found : found;
    return body.send(request, reply.headers({ 'cache-control': 'no-cache, no-transform', vary: VARY }), type);
  }

  #find(key: string, build: Build): Cached | Promise<Cached> {
    let slot = this.#slots.get(key);
    if (!slot) {
      slot = { cached: null, building: null, stockChanges: 0 };
      this.#slots.set(key, slot);
      if (this.#slots.size > MAX_SLOTS) this.#slots.delete(this.#slots.keys().next().value!);
    }
    const { cached } = slot;
    const now = performance.now();
    if (cached === null || !this.#isFresh(cached, now) || (cached.isStale && this.#hasBudget(now)))
      return this.#build(slot, build);
    if (now - cached.begunAt >= this.#maxAgeMs * REFRESH_AFTER)
      this.#build(slot, build).catch(() => undefined);
    return cached;
  }

  /** Concurrent callers share one. */
  #build(slot: Slot, build: Build): Promise<Cached> {
    slot.building ??= this.#run(slot, build).finally(() => (slot.building = null));
    return slot.building;
  }

  async #run(slot: Slot, build: Build): Promise<Cached> {
    const begunAt = performance.now();
    const { stockChanges, cached: before } = slot;
    const shopTime = this.#clock.now().getTime();
    const body = new EncodedBody(Buffer.from(await build()));
    // Compressed before anybody asks for it.
    if (before) await body.encodeLike(before.body);
    const cached: Cached = { body, begunAt, shopTime, isStale: slot.stockChanges !== stockChanges };
    slot.cached = cached;
    this.#spend(performance.now(), performance.now() - begunAt);
    return cached;
  }

  #isFresh({ begunAt, shopTime }: Cached, now: number): boolean {
    const most = this.#maxAgeMs;
    return now - begunAt < most && Math.abs(this.#clock.now().getTime() - shopTime) < most;
  }

  #hasBudget(now: number): boolean {
    return (now - this.#spent.since >= 1_000 && this.#budgetMs > 0) || this.#spent.ms < this.#budgetMs;
  }

  #spend(now: number, ms: number): void {
    if (now - this.#spent.since >= 1_000) this.#spent = { since: now, ms: 0 };
    this.#spent.ms += ms;
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';
const VARY = 'accept-encoding, accept-language';

const LEAST_ENCODED_BYTES = 1_024;

/** The body of an answer, compressed once for each encoding that a caller prefers. */
export class EncodedBody {
  readonly plain: Buffer;
  /** Weak: it stands for the body in every encoding. */
  readonly #etag: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  readonly #brotliQuality: number | undefined;

  constructor(plain: Buffer, brotliQuality?: number) {
    this.plain = plain;
    this.#etag = `W/"${hash('sha1', plain, 'base64url')}"`;
    this.#brotliQuality = brotliQuality;
  }

  /**
   * Sends it in the encoding that the caller prefers, or answers 304 where they have it. `type` is set only where a
   * body is sent; all other headers but the ETag are the caller's to set.
   */
  async send(request: FastifyRequest, reply: FastifyReply, type?: string): Promise<FastifyReply> {
    reply.header('etag', this.#etag);
    if (request.headers['if-none-match']?.includes(this.#etag)) return reply.code(304).send();
    if (type !== undefined) reply.type(type);
    const encoding = this.#isWorthEncoding ? acceptedEncoding(request.headers['accept-encoding']) : null;
    if (encoding === null) return reply.send(this.plain);
    return reply.header('content-encoding', encoding).send(await this.#encode(encoding));
  }

  /** Compresses it ahead of time in every encoding that the other body was sent in. */
  async encodeLike(other: EncodedBody): Promise<void> {
    if (this.#isWorthEncoding)
      await Promise.all([...other.#encoded.keys()].map((encoding) => this.#encode(encoding)));
  }

  get #isWorthEncoding(): boolean {
    return this.plain.length >= LEAST_ENCODED_BYTES;
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    let encoded = this.#encoded.get(encoding);
    if (!encoded) this.#encoded.set(encoding, (encoded = encode(this.plain, encoding, this.#brotliQuality)));
    return encoded;
  }
}

type Encoding = 'br' | 'gzip';

const MOST_KNOWN = 100;

/** The best encoding that the caller accepts; null for none. */
const acceptedEncoding = (header: string | undefined): Encoding | null =>
  header === undefined ? null : parsed(header);

const parsed = memoizeFew(parse, MOST_KNOWN);

function parse(header: string): Encoding | null {
  const taken = new Set(
    header
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : null;
}

/** Quickly rather than as small as possible. */
const QUICK_BROTLI = 5;

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compressed on another thread. */
const encode = (plain: Buffer, encoding: Encoding, brotliQuality = QUICK_BROTLI): Promise<Buffer> =>
  encoding === 'br'
    ? compress.br(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      })
    : compress.gzip(plain);
