import type { Language } from '@portside/contract';
import { isShopWindow, WINDOW_PAGE } from '@portside/contract/wire/page-paths';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, refuseUnrouted } from '../http/failures.ts';
import type { AssetStore } from './asset-store.ts';
import type { PageAddress, ReadPageHead } from './insert-head.ts';
import { folderOf, isKnownPage, isSandboxPage } from './page-path.ts';
import type { CachedPageSettings, PageSettings } from './page-settings.ts';
import { createSenders, type AskingReader } from './send-pages.ts';
import { languageOf, queryOf } from './language.ts';
import { createHash } from 'node:crypto';
import { ALWAYS_ANSWERED } from '../http/shed-load.ts';

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
      reply.header('cache-control', lasts ? 'public, max-age=31536000, immutable' : 'no-cache');
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
      'cache-control': 'no-cache',
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
