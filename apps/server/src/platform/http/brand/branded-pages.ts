import type { Language } from '@portside/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../held/accepted-encoding.ts';
import { encode } from '../held/encode.ts';
import { createBrandInserter } from './insert-brand.ts';
import type { PageSettings } from '../page-settings.ts';

const LEAST_ENCODED_BYTES = 1_024;

type SendBranded = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: { readonly file: string; readonly settings: PageSettings; readonly language: Language },
) => Promise<FastifyReply>;

/**
 * Sends built files with the shop's brand in them, in the encoding that the reader prefers. What was built beforehand
 * is compressed beforehand; these are compressed once for each reading of the settings.
 */
export function createBrandedPages(folder: string): SendBranded {
  const insertBrand = createBrandInserter(folder);
  const kept = new WeakMap<PageSettings, Map<string, Promise<Buffer>>>();
  return async (request, reply, { file, settings, language }) => {
    const held = kept.get(settings) ?? new Map<string, Promise<Buffer>>();
    kept.set(settings, held);
    const keep = (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
      const made = held.get(key) ?? make();
      held.set(key, made);
      return made;
    };
    const name = `${language} ${file}`;
    const plain = await keep(name, () => Promise.resolve(Buffer.from(insertBrand(file, settings, language))));
    const encoding =
      plain.length < LEAST_ENCODED_BYTES ? null : acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === null) return reply.send(plain);
    reply.header('content-encoding', encoding);
    return reply.send(await keep(`${name} ${encoding}`, () => encode(plain, encoding)));
  };
}
