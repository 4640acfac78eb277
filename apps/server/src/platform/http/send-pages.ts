import { errors } from '@portside/contract';
import { SANDBOX_BAR_PLACE, sandboxBarOf } from '@portside/contract/wire/page-paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBrandInserter, type InsertBrand } from './brand/insert-brand.ts';
import { createKeptPages } from './brand/kept-pages.ts';
import { refuseUnrouted } from './failures.ts';
import { insertAnnouncements } from './brand/insert-announcements.ts';
import { insertHead } from './head/insert-head.ts';
import type { PageHead, PageReader } from './head/page-head.ts';
import { isPagePath } from './page-path.ts';
import { BUILT_NAME } from './page-settings.ts';

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
  const sendKept = createKeptPages();
  return {
    sendBuilt: async (request, reply, { file, reader: { language, settings } }) => {
      const { announcements, brand } = settings;
      const isAsBuilt = brand === null && settings.nameIn(language) === BUILT_NAME && !announcements.length;
      if (isAsBuilt && !isSandbox) return reply.sendFile(file);
      const build = (): string => insertBrand(file, settings, language);
      return sendKept(request, reply.type(typeOf(file)), { name: `${language} ${file}`, settings, build });
    },
    sendWithHead: async (request, reply, { file, head, reader: { language, isAsked, settings } }) => {
      const shown = { siteName: settings.nameIn(language), language, isLanguageAsked: isAsked };
      const build = (): string => insertHead(insertBrand(file, settings, language), head, shown);
      if (!head.isOfSettings) return reply.type(HTML).send(build());
      const name = `${language} ${file} ${head.canonical} ${isAsked}`;
      return sendKept(request, reply.type(HTML), { name, settings, build });
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
