import type { FastifyInstance } from 'fastify';
import type { Jobs } from './jobs.ts';
import type { Live } from './live/live.ts';

const REST_AFTER_MS = 30_000;

/**
 * Lets the jobs rest while nobody calls the shop and no page is open. For a sandbox, which is left running: all its work
 * comes from calls and from its local chains, which wake their jobs. The first call wakes all.
 */
export function restWhileUnused(
  http: FastifyInstance,
  jobs: Jobs,
  live: Pick<Live, 'countStreams'>,
  restAfterMs = REST_AFTER_MS,
): void {
  let lastCallAt = performance.now();
  const isUnused = (): boolean => performance.now() - lastCallAt > restAfterMs && live.countStreams() === 0;
  http.addHook('onRequest', async () => {
    const hasRested = isUnused();
    lastCallAt = performance.now();
    if (hasRested) jobs.wakeAll();
  });
  jobs.restWhile(isUnused);
}
