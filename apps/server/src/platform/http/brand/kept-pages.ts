import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncodedBody } from '../held/encoded-body.ts';
import type { PageSettings } from '../page-settings.ts';

type Kept = { readonly text: string; readonly body: EncodedBody };

/** `build` must depend on the name and the settings only. */
type SendKept = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: { readonly name: string; readonly settings: PageSettings; readonly build: () => string },
) => Promise<FastifyReply>;

/** Close to the best, and ten times as fast: it happens once for each change of a page. */
const BROTLI_QUALITY = 9;

/**
 * Sends pages that are made of built files and the settings, in the encoding that the reader prefers, or 304. Each is
 * made once for each reading of the settings, and compressed again only where it has changed.
 */
export function createKeptPages(): SendKept {
  const current = new WeakMap<PageSettings, Map<string, Kept>>();
  const latest = new Map<string, Kept>();
  return async (request, reply, { name, settings, build }) => {
    const pages = current.get(settings) ?? new Map<string, Kept>();
    current.set(settings, pages);
    let page = pages.get(name);
    if (!page) {
      page = renew(latest.get(name), build());
      pages.set(name, page);
      latest.set(name, page);
    }
    return page.body.send(request, reply);
  };
}

function renew(before: Kept | undefined, text: string): Kept {
  if (before?.text === text) return before;
  return { text, body: new EncodedBody(Buffer.from(text), BROTLI_QUALITY) };
}
