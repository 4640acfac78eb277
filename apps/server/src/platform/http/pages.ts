import fastifyStatic from '@fastify/static';
import { errors } from '@portside/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { allowOrigins } from './allow-origins.ts';
import { pathOf, refuseUnrouted } from './failures.ts';
import type { KeptAssets } from './kept/kept-assets.ts';
import { createKeptPages } from './brand/kept-pages.ts';
import { insertHead } from './insert-head.ts';
import { createBrandInserter } from './brand/insert-brand.ts';
import type { PageHead, ReadPageHead } from './page-head.ts';
import { folderOf, isKnownPage, isPagePath } from './page-path.ts';
import { BUILT_NAME, type CachedPageSettings } from './page-settings.ts';
import { pageLanguage } from './language-address.ts';

/** Read by a device that installs the shop as an app. */
const MANIFEST = 'manifest.webmanifest';

/**
 * Serves the built web pages: files as they are, pages with the HTML that routes in the browser. An address that is no
 * page answers 404, with the same HTML for a person, whose browser then says so in their language; a program gets the
 * envelope. Common entry pages have prerendered HTML in each language (apps/web/first-pages.ts). HTML and manifest show
 * the shop's name and brand from the settings. `readHead` reads what the HTML of a public page says of itself; every other
 * page stays as it was built, which search engines do not show.
 * Names of built assets carry a hash, so browsers may cache them for good; those of other builds come from `kept`.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  settings: CachedPageSettings,
  readHead: ReadPageHead,
  kept: KeptAssets | null = null,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`the web pages are not built: ${folder} is empty`);
  const insertBrand = createBrandInserter(folder);
  const sendKept = createKeptPages();
  allowOrigins(app, settings);
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
  const htmlFor = findHtml(folder);
  const sendUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!isPagePath(request.url) || !request.headers.accept?.includes('text/html'))
      return refuseUnrouted(request, reply);
    const html = insertBrand('index.html', await settings(), languageOf(request).language);
    return reply.code(errors.notFound.status).type(HTML).send(html);
  };
  const send = async (request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> => {
    const { language } = languageOf(request);
    const now = await settings();
    if (now.brand === null && now.nameIn(language) === BUILT_NAME) return reply.sendFile(file);
    const build = (): string => insertBrand(file, now, language);
    return sendKept(request, reply.type(typeOf(file)), { name: `${language} ${file}`, settings: now, build });
  };
  const sendWithHead = async (request: FastifyRequest, reply: FastifyReply, head: PageHead) => {
    const { language, isAsked } = languageOf(request);
    const now = await settings();
    const file = htmlFor(request);
    const build = (): string =>
      insertHead(insertBrand(file, now, language), head, {
        siteName: now.nameIn(language),
        language,
        isLanguageAsked: isAsked,
      });
    if (!head.isOfSettings) return reply.type(HTML).send(build());
    const name = `${language} ${file} ${head.canonical} ${isAsked}`;
    return sendKept(request, reply.type(HTML), { name, settings: now, build });
  };
  app.get(`/${MANIFEST}`, { schema: { hide: true } }, (request, reply) =>
    send(
      request,
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language' }),
      MANIFEST,
    ),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = isKnownPage(pathOf(request));
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuseUnrouted(request, reply, isPage ? ['GET', 'HEAD'] : undefined);
    const asset = isPage ? null : await kept?.send(request, reply, pathOf(request));
    if (asset) return asset;
    reply.headers({
      'cache-control': 'no-cache',
      vary: isPage ? 'accept-encoding, accept-language' : 'accept',
    });
    if (!isPage) return sendUnknown(request, reply);
    const address = { path: pathOf(request), query: queryOf(request) };
    const { language } = languageOf(request);
    const head = await readHead(address, { language, settings: await settings() });
    if (head !== null) return sendWithHead(request, reply, head);
    if (folderOf(address.path) !== undefined) return sendUnknown(request, reply.header('vary', 'accept'));
    return send(request, reply, htmlFor(request));
  });
}

const typeOf = (file: string): string => (file === MANIFEST ? 'application/manifest+json' : HTML);

const HTML = 'text/html; charset=utf-8';

/** Finds the HTML of a path as the router matches it: in any letter case, with or without trailing slashes. */
function findHtml(folder: string): (request: FastifyRequest) => string {
  const files = new Map(
    globSync('pages/**/*.html', { cwd: folder }).map((path) => {
      const file = path.replaceAll('\\', '/');
      return [file.toLowerCase(), file];
    }),
  );
  return (request) => {
    const path = pathOf(request);
    const address = (folderOf(path) ?? path).replace(/\/+$/, '').toLowerCase();
    return files.get(`pages/${languageOf(request).language}${address}.html`) ?? 'index.html';
  };
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '');

const languageOf = (request: FastifyRequest) => pageLanguage(request, queryOf(request));
