import { type Language, errors } from '@portside/contract';
import {
  isShopWindow,
  WINDOW_PAGE,
  SANDBOX_BAR_PLACE,
  sandboxBarOf,
} from '@portside/contract/wire/page-paths';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, refuseUnrouted } from '../http/failures.ts';
import type { AssetStore } from './asset-store.ts';
import {
  type PageAddress,
  type ReadPageHead,
  insertHead,
  type PageHead,
  type PageReader,
  createBrandInserter,
  type InsertBrand,
  insertAnnouncements,
} from './insert-head.ts';
import { folderOf, isKnownPage, isSandboxPage, isPagePath } from './page-path.ts';
import { type CachedPageSettings, type PageSettings, BUILT_NAME } from './page-settings.ts';
import { languageOf, queryOf } from './language.ts';
import { createHash } from 'node:crypto';
import { ALWAYS_ANSWERED } from '../http/shed-load.ts';
import { EncodedBody } from '../http/answer-cache.ts';

/**
 * Asked for again each time, and passed on as it is: content networks rewrite HTML otherwise, hold scripts back and take
 * what looks like an e-mail address out of the text.
 */
const OF_HTML = 'no-cache, no-transform';

/** Read by a device that installs the shop as an app. */
const MANIFEST = 'manifest.webmanifest';

/** What the pages of a shop need besides their files. */
export type PageParts = {
  readonly settings: CachedPageSettings;
  readonly readHead: ReadPageHead;
  /** Files of other builds; null for none. */
  readonly assets?: AssetStore | null;
  /** Whether the pages that only a sandbox has are pages here. */
  readonly isSandbox?: boolean;
};

/**
 * Serves the built web pages: files as they are, pages with the HTML that routes in the browser. An address that is no
 * page answers 404, with the same HTML for a person, whose browser then says so in their language; a program gets the
 * envelope. Common entry pages have prerendered HTML in each language (apps/web/first-pages.ts). HTML and manifest show
 * the shop's name and brand from the settings. `readHead` reads what the HTML of a public page says of itself; every
 * other page stays as it was built, which search engines do not show. Names of built assets carry a hash, so browsers
 * may cache them for good; those of other builds come from `assets`.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  { settings, readHead, assets = null, isSandbox = false }: PageParts,
): Promise<void> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`the web pages are not built: ${folder} is empty`);
  allowOrigins(app, settings);
  allowStartScript(app, readFileSync(index, 'utf8'));
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz', 'pages/**', 'index.html', MANIFEST],
    setHeaders: (reply, path) => {
      const lasts = path.includes('/assets/');
      const renewed = path.endsWith('.html') ? OF_HTML : 'no-cache';
      reply.header('cache-control', lasts ? 'public, max-age=31536000, immutable' : renewed);
    },
  });
  const { sendBuilt, sendWithHead, sendUnknown } = createSenders(folder, isSandbox);
  // Once for each answer, so that all of it is made of the same settings.
  const readReader = async (request: FastifyRequest, query = queryOf(request)): Promise<AskingReader> => ({
    ...languageOf(request, query),
    settings: await settings(),
  });
  const manifestFor = findManifest(folder);
  app.get(`/${MANIFEST}`, { schema: { hide: true } }, async (request, reply) => {
    const reader = await readReader(request);
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language' });
    return sendBuilt(request, reply, { file: manifestFor(reader.language), reader });
  });
  const htmlFor = findHtml(folder);
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const isPage = isKnownPage(path) && (isSandbox || !isSandboxPage(path));
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuseUnrouted(request, reply, isPage ? ['GET', 'HEAD'] : undefined);
    const asset = isPage ? null : await assets?.send(request, reply, path);
    if (asset) return asset;
    reply.headers({
      'cache-control': OF_HTML,
      vary: isPage ? 'accept-encoding, accept-language' : 'accept',
    });
    if (!isPage) return sendUnknown(request, reply, () => readReader(request));
    const query = queryOf(request);
    const reader = await readReader(request, query);
    const file = htmlFor({ path, query }, reader.language);
    const head = await readHead({ path, query }, reader);
    if (head !== null) return sendWithHead(request, reply, { file, reader, head });
    if (folderOf(path) !== undefined)
      return sendUnknown(request, reply.header('vary', 'accept'), () => reader);
    return sendBuilt(request, reply, { file, reader });
  });
}

/** Finds the manifest in the reader's language. */
function findManifest(folder: string): (language: Language) => string {
  const files = new Set(listFiles(folder, `pages/*/${MANIFEST}`));
  return (language) => {
    const file = `pages/${language}/${MANIFEST}`;
    return files.has(file) ? file : MANIFEST;
  };
}

/**
 * Finds the HTML of a path as the router matches it: in any letter case, with or without trailing slashes. The sign-in
 * page has another one for those who come for the shop.
 */
function findHtml(folder: string): (asked: PageAddress, language: Language) => string {
  const files = new Map(listFiles(folder, 'pages/**/*.html').map((file) => [file.toLowerCase(), file]));
  return ({ path, query }, language) => {
    const plain = (folderOf(path) ?? path).replace(/\/+$/, '').toLowerCase();
    const address = plain === '/login' && isShopWindow(query) ? WINDOW_PAGE : plain || '/index';
    return files.get(`pages/${language}${address}.html`) ?? 'index.html';
  };
}

const listFiles = (folder: string, pattern: string): string[] =>
  globSync(pattern, { cwd: folder }).map((path) => path.replaceAll('\\', '/'));

const OWN_SCRIPTS = "script-src 'self'";

const START_SCRIPT = /<script data-start-script[^>]*>(.*?)<\/script>/s;

/**
 * Lets pages run the start script that is in their HTML, by its hash, and no other. It is the same in every page of a
 * build; assets and calls need none.
 */
export function allowStartScript(app: FastifyInstance, html: string): void {
  const text = START_SCRIPT.exec(html)?.[1];
  if (text === undefined) return;
  const hash = createHash('sha256').update(text).digest('base64');
  app.addHook('onSend', async ({ url }, reply) => {
    const policy = reply.getHeader('content-security-policy');
    if (/^\/(api|assets)(\/|$)/.test(url) || typeof policy !== 'string') return;
    reply.header('content-security-policy', policy.replace(OWN_SCRIPTS, `${OWN_SCRIPTS} 'sha256-${hash}'`));
  });
}

const OWN_CONNECTIONS = "connect-src 'self'";

/** Adds the origins of the shop's settings to the Content-Security-Policy of pages; assets, calls and health need none. */
export function allowOrigins(app: FastifyInstance, read: () => Promise<PageSettings>): void {
  app.addHook('onSend', async ({ url }, reply) => {
    if (/^\/(api|assets)(\/|$)/.test(url) || ALWAYS_ANSWERED.has(url)) return;
    const { origins } = await read();
    const policy = reply.getHeader('content-security-policy');
    if (origins.length === 0 || typeof policy !== 'string') return;
    reply.header(
      'content-security-policy',
      policy.replace(OWN_CONNECTIONS, [OWN_CONNECTIONS, ...origins].join(' ')),
    );
  });
}

/** `isAsked`: whether the address itself names the language. */
type AskingReader = PageReader & { readonly isAsked: boolean };

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
function createSenders(folder: string, isSandbox: boolean): Senders {
  const inserter = createBrandInserter(folder);
  const insertBrand: InsertBrand = (file, settings, language) => {
    const drawn = (): string => inserter(`pages/${language}/product.html`, settings, language);
    const text = insertAnnouncements(
      inserter(file, settings, language),
      settings.announcements,
      language,
      drawn,
    );
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
