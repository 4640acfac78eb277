import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';

const OWN_ONLY = "script-src 'self'";
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
    reply.header('content-security-policy', policy.replace(OWN_ONLY, `${OWN_ONLY} 'sha256-${hash}'`));
  });
}
