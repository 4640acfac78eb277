import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { memoizeFew } from '../memoize-few.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
