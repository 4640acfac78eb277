import compress from '@fastify/compress';
import type { FastifyInstance, onSendHookHandler } from 'fastify';

/** Below it an answer fits into one packet as it is. */
const THRESHOLD_BYTES = 1_024;

/** Compresses answers by their type and size, as the reader accepts. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: THRESHOLD_BYTES });
  // Its hook, the last of a route, looks at the size last, after much that most answers need not be asked for.
  app.addHook('onRoute', (route) => {
    const hooks = [route.onSend ?? []].flat() as onSendHookHandler[];
    const last = hooks.pop();
    if (last) route.onSend = [...hooks, unlessSmall(last)];
  });
}

const unlessSmall = (hook: onSendHookHandler): onSendHookHandler =>
  function (request, reply, answer, next) {
    const isSmall = typeof answer === 'string' && Buffer.byteLength(answer) < THRESHOLD_BYTES;
    return isSmall ? next() : hook.call(this, request, reply, answer, next);
  };
