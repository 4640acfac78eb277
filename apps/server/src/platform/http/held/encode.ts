import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './accepted-encoding.ts';

const BROTLI_QUALITY = 5;
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Compressed on another thread, quickly rather than as small as possible. */
export const encode = (plain: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br'
    ? compress.br(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      })
    : compress.gzip(plain);
