import { errors } from '@portside/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBrandInserter } from './brand/insert-brand.ts';
import { createKeptPages } from './brand/kept-pages.ts';
import { refuseUnrouted } from './failures.ts';
import { insertHead } from './head/insert-head.ts';
import { languageOf } from './head/language-address.ts';
import type { PageHead } from './head/page-head.ts';
import { isPagePath } from './page-path.ts';
import { BUILT_NAME, type CachedPageSettings } from './page-settings.ts';

type Send<T> = (request: FastifyRequest, reply: FastifyReply, page: T) => Promise<FastifyReply>;

type Senders = {
  /** A built file with the shop's brand, by its path in the folder. */
  readonly sendBuilt: Send<string>;
  /** The same with what it says of itself. */
  readonly sendWithHead: Send<{ readonly file: string; readonly head: PageHead }>;
  /** That there is no such page: HTML for people, the envelope for programs. */
  readonly sendUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
};

/** Sends the pages of a folder in the language of the address or, without one, of the browser. */
export function createSenders(folder: string, settings: CachedPageSettings): Senders {
  const insertBrand = createBrandInserter(folder);
  const sendKept = createKeptPages();
  return {
    sendBuilt: async (request, reply, file) => {
      const { language } = languageOf(request);
      const now = await settings();
      if (now.brand === null && now.nameIn(language) === BUILT_NAME) return reply.sendFile(file);
      const build = (): string => insertBrand(file, now, language);
      const name = `${language} ${file}`;
      return sendKept(request, reply.type(typeOf(file)), { name, settings: now, build });
    },
    sendWithHead: async (request, reply, { file, head }) => {
      const { language, isAsked } = languageOf(request);
      const now = await settings();
      const shown = { siteName: now.nameIn(language), language, isLanguageAsked: isAsked };
      const build = (): string => insertHead(insertBrand(file, now, language), head, shown);
      if (!head.isOfSettings) return reply.type(HTML).send(build());
      const name = `${language} ${file} ${head.canonical} ${isAsked}`;
      return sendKept(request, reply.type(HTML), { name, settings: now, build });
    },
    sendUnknown: async (request, reply) => {
      if (!isPagePath(request.url) || !request.headers.accept?.includes('text/html'))
        return refuseUnrouted(request, reply);
      const html = insertBrand('index.html', await settings(), languageOf(request).language);
      return reply.code(errors.notFound.status).type(HTML).send(html);
    },
  };
}

const typeOf = (file: string): string => (file.endsWith('.webmanifest') ? 'application/manifest+json' : HTML);

const HTML = 'text/html; charset=utf-8';
