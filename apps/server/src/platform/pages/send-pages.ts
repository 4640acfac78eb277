import { errors } from '@portside/contract';
import { SANDBOX_BAR_PLACE, sandboxBarOf } from '@portside/contract/wire/page-paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBrandInserter, type InsertBrand, insertAnnouncements } from './insert-brand.ts';
import { refuseUnrouted } from '../http/failures.ts';
import { insertHead, type PageHead, type PageReader } from './insert-head.ts';
import { isPagePath } from './page-path.ts';
import { BUILT_NAME, type PageSettings } from './page-settings.ts';
import { EncodedBody } from '../http/encoded-body.ts';

/** `isAsked`: whether the address itself names the language. */
export type AskingReader = PageReader & { readonly isAsked: boolean };

type Send<T> = (request: FastifyRequest, reply: FastifyReply, page: T) => Promise<FastifyReply>;

type Senders = {
  /** A built file with the shop's brand, by its path in the folder. */
  readonly sendBuilt: Send<{ readonly file: string; readonly reader: AskingReader }>;
  /** The same with what it says of itself, made of the same reader's settings. */
  readonly sendWithHead: Send<{
    readonly file: string;
    readonly reader: AskingReader;
    readonly head: PageHead;
  }>;
  /** That there is no such page: HTML for people, for whom alone `read` is called, the envelope for programs. */
  readonly sendUnknown: Send<() => PageReader | Promise<PageReader>>;
};

/** Sends the pages of a folder in the reader's language. Those of a sandbox say that they are. */
export function createSenders(folder: string, isSandbox: boolean): Senders {
  const inserter = createBrandInserter(folder);
  const insertBrand: InsertBrand = (file, settings, language) => {
    const text = insertAnnouncements(inserter(file, settings, language), settings.announcements, language);
    if (!isSandbox) return text;
    const bar = (): string => readFileSync(join(folder, sandboxBarOf(language)), 'utf8');
    return text.replace(/<html\b/, '$& data-sandbox').replaceAll(SANDBOX_BAR_PLACE, bar);
  };
  const sendCached = createPageCache();
  return {
    sendBuilt: async (request, reply, { file, reader: { language, settings } }) => {
      const { announcements, brand } = settings;
      const isAsBuilt = brand === null && settings.nameIn(language) === BUILT_NAME && !announcements.length;
      if (isAsBuilt && !isSandbox) return reply.sendFile(file);
      const build = (): string => insertBrand(file, settings, language);
      return sendCached(request, reply.type(typeOf(file)), { name: `${language} ${file}`, settings, build });
    },
    sendWithHead: async (request, reply, { file, head, reader: { language, isAsked, settings } }) => {
      const shown = { siteName: settings.nameIn(language), language, isLanguageAsked: isAsked };
      const build = (): string => insertHead(insertBrand(file, settings, language), head, shown);
      if (!head.isOfSettings) return reply.type(HTML).send(build());
      const name = `${language} ${file} ${head.canonical} ${isAsked}`;
      return sendCached(request, reply.type(HTML), { name, settings, build });
    },
    sendUnknown: async (request, reply, read) => {
      if (!isPagePath(request.url) || !request.headers.accept?.includes('text/html'))
        return refuseUnrouted(request, reply);
      const { settings, language } = await read();
      const html = insertBrand('index.html', settings, language);
      return reply.code(errors.notFound.status).type(HTML).send(html);
    },
  };
}

const typeOf = (file: string): string => (file.endsWith('.webmanifest') ? 'application/manifest+json' : HTML);

const HTML = 'text/html; charset=utf-8';

type CachedPage = { readonly text: string; readonly body: EncodedBody };

/** `build` must depend on the name and the settings only. */
type SendCached = (
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
export function createPageCache(): SendCached {
  const current = new WeakMap<PageSettings, Map<string, CachedPage>>();
  const latest = new Map<string, CachedPage>();
  return async (request, reply, { name, settings, build }) => {
    const pages = current.get(settings) ?? new Map<string, CachedPage>();
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

function renew(before: CachedPage | undefined, text: string): CachedPage {
  if (before?.text === text) return before;
  return { text, body: new EncodedBody(Buffer.from(text), BROTLI_QUALITY) };
}
