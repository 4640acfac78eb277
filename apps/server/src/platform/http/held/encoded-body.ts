import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { encode } from './encode.ts';

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

  /** Compresses it beforehand in every encoding that the other one was sent in. */
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
