import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { encode } from './encode.ts';

const LEAST_ENCODED_BYTES = 1_024;

/** The body of an answer, compressed once for each encoding that a caller prefers. */
export class EncodedBody {
  readonly plain: Buffer;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  readonly #brotliQuality: number | undefined;

  constructor(plain: Buffer, brotliQuality?: number) {
    this.plain = plain;
    this.#brotliQuality = brotliQuality;
  }

  /** Sends it in the encoding that the caller prefers; its type and all other headers are the caller's to set. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
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
