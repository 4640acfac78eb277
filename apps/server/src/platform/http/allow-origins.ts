import type { FastifyInstance } from 'fastify';
import type { PageSettings } from './page-settings.ts';
import { ALWAYS_ANSWERED } from './shed-load.ts';

const OWN_ONLY = "connect-src 'self'";

/** Adds the origins of the shop's settings to the Content-Security-Policy of pages; assets, calls and health need none. */
export function allowOrigins(app: FastifyInstance, read: () => Promise<PageSettings>): void {
  app.addHook('onSend', async ({ url }, reply) => {
    if (/^\/(api|assets)(\/|$)/.test(url) || ALWAYS_ANSWERED.has(url)) return;
    const { origins } = await read();
    const policy = reply.getHeader('content-security-policy');
    if (origins.length === 0 || typeof policy !== 'string') return;
    reply.header('content-security-policy', policy.replace(OWN_ONLY, [OWN_ONLY, ...origins].join(' ')));
  });
}
