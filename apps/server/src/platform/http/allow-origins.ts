import type { FastifyInstance } from 'fastify';
import type { PageFacts } from './page-facts.ts';

const OWN_ONLY = "connect-src 'self'";

/** Lets pages connect to the origins that the shop's settings name; assets and calls need none. */
export function allowOrigins(app: FastifyInstance, read: () => Promise<PageFacts>): void {
  app.addHook('onSend', async ({ url }, reply) => {
    if (/^\/(api|assets)(\/|$)/.test(url)) return;
    const { origins } = await read();
    const policy = reply.getHeader('content-security-policy');
    if (origins.length === 0 || typeof policy !== 'string') return;
    reply.header('content-security-policy', policy.replace(OWN_ONLY, [OWN_ONLY, ...origins].join(' ')));
  });
}
