import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { allowOrigins, type PageOrigins } from './allow-origins.ts';
import { sendFailure } from './failures.ts';
import { readerLanguage } from './reader-language.ts';

/**
 * Serves the built web pages: files as they are, every other address with the one page that routes in the
 * browser; pages that people open first have an HTML of their own in each language (apps/web/first-pages.ts).
 * Names of built files carry a hash, so browsers may keep them for good.
 */
export async function servePages(app: FastifyInstance, folder: string, origins: PageOrigins): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`the web pages are not built: ${folder} is empty`);
  allowOrigins(app, origins);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz', 'pages/**'],
    setHeaders: (reply, path) => {
      const lasts = path.includes('/assets/');
      reply.header('cache-control', lasts ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const htmlFor = findHtml(folder);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || /^\/(api|assets)(\/|$)/.test(request.url))
      return sendFailure(reply, 'notFound', request.id);
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-language' });
    return reply.sendFile(htmlFor(request));
  });
}

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
