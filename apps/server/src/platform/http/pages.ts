import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { allowOrigins } from './allow-origins.ts';
import { sendFailure } from './failures.ts';
import { namePages } from './name-pages.ts';
import { isPageAddress } from './page-address.ts';
import { BUILT_NAME, keepFacts, type PageFactsSource } from './page-facts.ts';
import { readerLanguage } from './reader-language.ts';

/** What a phone that installs the shop reads of it. */
const MANIFEST = 'manifest.webmanifest';

/**
 * Serves the built web pages: files as they are, every other address with the one page that routes in the
 * browser; pages that people open first have an HTML of their own in each language (apps/web/first-pages.ts).
 * What tells the shop's name tells the one that its operator set.
 * Names of built files carry a hash, so browsers may keep them for good.
 */
export async function servePages(
  app: FastifyInstance,
  folder: string,
  source: PageFactsSource,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`the web pages are not built: ${folder} is empty`);
  const facts = keepFacts(source, app.log);
  const name = namePages(folder);
  allowOrigins(app, facts);
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
  const send = async (reply: FastifyReply, file: string): Promise<FastifyReply> => {
    const { siteName } = await facts();
    if (siteName === BUILT_NAME) return reply.sendFile(file);
    return reply.type(typeOf(file)).send(name(file, siteName));
  };
  app.get(`/${MANIFEST}`, { schema: { hide: true } }, (_request, reply) =>
    send(reply.header('cache-control', 'no-cache'), MANIFEST),
  );
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || !isPageAddress(request.url)) return sendFailure(reply, 'notFound', request.id);
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-language' });
    return send(reply, htmlFor(request));
  });
}

const typeOf = (file: string): string =>
  file === MANIFEST ? 'application/manifest+json' : 'text/html; charset=utf-8';

/** Addresses as the router takes them: in any letter case, with or without slashes at the end. */
function findHtml(folder: string): (request: FastifyRequest) => string {
  const files = new Map(
    globSync('pages/**/*.html', { cwd: folder }).map((path) => {
      const file = path.replaceAll('\\', '/');
      return [file.toLowerCase(), file];
    }),
  );
  return (request) => {
    const address = request.url.split('?', 1)[0]!.replace(/\/+$/, '').toLowerCase();
    return files.get(`pages/${readerLanguage(request)}${address}.html`) ?? 'index.html';
  };
}
