import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allowOrigins, type PageOrigins } from './allow-origins.ts';
import { sendFailure } from './failures.ts';

/**
 * Serves the built web pages: files as they are, every other address with the one page that routes in the
 * browser. Names of built files carry a hash, so browsers may keep them for good.
 */
export async function servePages(app: FastifyInstance, folder: string, origins: PageOrigins): Promise<void> {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`the web pages are not built: ${folder} is empty`);
  allowOrigins(app, origins);
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const lasts = path.includes('/assets/');
      reply.header('cache-control', lasts ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!wantsPage || /^\/(api|assets)(\/|$)/.test(request.url))
      return sendFailure(reply, 'notFound', request.id);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
