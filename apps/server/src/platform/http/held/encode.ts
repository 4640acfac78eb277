import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './accepted-encoding.ts';

/** Quickly rather than as small as possible. */
const QUICK_BROTLI = 5;
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compressed on another thread. */
export const encode = (plain: Buffer, encoding: Encoding, brotliQuality = QUICK_BROTLI): Promise<Buffer> =>
  encoding === 'br'
    ? compress.br(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      })
    : compress.gzip(plain);
