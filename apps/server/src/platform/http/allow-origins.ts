import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

export type PageOrigins = { readonly clock: Clock; read(): Promise<readonly string[]> };

const ASK_EVERY_MS = 5_000;
const OWN_ONLY = "connect-src 'self'";

/** Lets pages connect to the origins that `read` names. Every page load needs them, so they are kept for a while. */
export function allowOrigins(app: FastifyInstance, { clock, read }: PageOrigins): void {
  let asked: { readonly atMs: number; readonly answer: Promise<readonly string[]> } | null = null;
  const origins = (): Promise<readonly string[]> => {
    const nowMs = clock.now().getTime();
    if (asked === null || nowMs - asked.atMs >= ASK_EVERY_MS) {
      // A page is still of use without them, and nothing is let through that nobody has set.
      const answer = read().catch((error: unknown) => {
        app.log.warn({ error }, 'pages go out without the origins they may connect to');
        return [];
      });
      asked = { atMs: nowMs, answer };
    }
    return asked.answer;
  };
  app.addHook('onSend', async ({ url }, reply) => {
    if (/^\/(api|assets)(\/|$)/.test(url)) return;
    const others = await origins();
    const policy = reply.getHeader('content-security-policy');
    if (others.length === 0 || typeof policy !== 'string') return;
    reply.header('content-security-policy', policy.replace(OWN_ONLY, [OWN_ONLY, ...others].join(' ')));
  });
}
