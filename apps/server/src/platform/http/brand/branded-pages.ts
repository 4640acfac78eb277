import type { Language } from '@portside/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncodedBody } from '../held/encoded-body.ts';
import type { PageSettings } from '../page-settings.ts';
import type { InsertBrand } from './insert-brand.ts';

type SendBranded = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: { readonly file: string; readonly settings: PageSettings; readonly language: Language },
) => Promise<FastifyReply>;

/**
 * Sends built files with the shop's brand in them, in the encoding that the reader prefers. What was built beforehand
 * is compressed beforehand; these are compressed once for each reading of the settings.
 */
export function createBrandedPages(insertBrand: InsertBrand): SendBranded {
  const kept = new WeakMap<PageSettings, Map<string, EncodedBody>>();
  return (request, reply, { file, settings, language }) => {
    const bodies = kept.get(settings) ?? new Map<string, EncodedBody>();
    kept.set(settings, bodies);
    const name = `${language} ${file}`;
    const body = bodies.get(name) ?? new EncodedBody(Buffer.from(insertBrand(file, settings, language)));
    bodies.set(name, body);
    return body.send(request, reply);
  };
}
