import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import type { Ctx } from '../../platform/context.ts';
import { verify } from '../webhooks/index.ts';
import { findChecker, openCheckerSecret, SANDBOX_CHECKER_PATH } from './checker.ts';

/** Of a hundred accounts, so many are dead, and so many it cannot tell. */
const DEAD = 10;
const UNKNOWN = 3;

/** What follows from the text of an account: always the same, and one that says so is dead. */
function checkSandboxAccount(account: string): 'good' | 'dead' | 'unknown' {
  if (account.includes('dead')) return 'dead';
  const place = createHash('sha256').update(account).digest().readUInt16BE() % 100;
  return place < DEAD ? 'dead' : place < DEAD + UNKNOWN ? 'unknown' : 'good';
}

/** Takes any body as it is: what is signed are its bytes. */
export function bindSandboxChecker(http: FastifyInstance, ctx: Ctx): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    // The sandbox may have been started at another address before.
    scope.addHook('onReady', () => followAddress(ctx));
    scope.post(SANDBOX_CHECKER_PATH, { schema: { hide: true } }, async (request, reply) => {
      const header = (name: string): string => String(request.headers[name] ?? '');
      const body = typeof request.body === 'string' ? request.body : '';
      const message = { id: header('webhook-id'), timestamp: Number(header('webhook-timestamp')), body };
      const checker = await findChecker(ctx.db);
      const isGenuine =
        checker !== null &&
        verify(openCheckerSecret(ctx, checker), message, header('webhook-signature'), ctx.clock.now());
      if (!isGenuine) return reply.code(401).send();
      const { data } = JSON.parse(body) as { data: { account: string } };
      return reply.send({ result: checkSandboxAccount(data.account) });
    });
  });
}

async function followAddress({ db, publicUrl }: Ctx): Promise<void> {
  await db
    .updateTable('checkers')
    .set({ url: `${publicUrl}${SANDBOX_CHECKER_PATH}` })
    .where('url', 'like', `http://%${SANDBOX_CHECKER_PATH}`)
    .execute();
}
