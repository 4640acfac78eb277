import type { Data, Input } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import { verify } from './webhook-signatures.ts';
import { CALLBACKS, openSecrets } from './webhooks.sql.ts';

/** A receiver for trying webhooks without writing one: it shows what arrives, and checks it as a program should. */
export const RECEIVER_PATH = '/api/sandbox/webhook-receiver';

type Message = Data<'listReceivedWebhooks'>['items'][number];
type Received = {
  readonly message: Message;
  /** Whose endpoints it was sent by: those of the secret that signed it, or nobody's (null). */
  readonly ownerIds: readonly (bigint | null)[];
};

const KEPT = 200;
/** In memory: a sandbox is one process, and what it received matters for minutes. Newest first. */
const received = new WeakMap<Db, Received[]>();

/** Takes any body as it is: what is signed are its bytes. */
export function bindSandboxReceiver(http: FastifyInstance, ctx: Ctx): void {
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body));
    scope.post(RECEIVER_PATH, { schema: { hide: true } }, async (request, reply) => {
      const header = (name: string): string => String(request.headers[name] ?? '');
      const message = {
        id: header('webhook-id'),
        timestamp: Number(header('webhook-timestamp')),
        body: typeof request.body === 'string' ? request.body : '',
      };
      const entry = await check(ctx, message, header('webhook-signature'));
      const kept = received.get(ctx.db) ?? [];
      received.set(ctx.db, [entry, ...kept].slice(0, KEPT));
      return reply.code(entry.message.is_genuine ? 204 : 401).send();
    });
  });
}

async function check(
  ctx: Ctx,
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
  signatures: string,
): Promise<Received> {
  const now = ctx.clock.now();
  const endpoints = await ctx.db
    .selectFrom('webhooks')
    .select(['id', 'user_id', 'created_by', 'api_key_id'])
    // What is sent there: by endpoints of its address, and of callbacks by the lane that this one is of.
    .where((is) =>
      is.or([
        is('url', '=', `${ctx.publicUrl}${RECEIVER_PATH}`),
        is.and([
          is('url', '=', CALLBACKS),
          is(
            'id',
            'in',
            is.selectFrom('webhook_deliveries').select('webhook_id').where('message_id', '=', message.id),
          ),
        ]),
      ]),
    )
    .execute();
  const senders: (bigint | null)[] = [];
  for (const { user_id: userId, created_by: createdBy, ...endpoint } of endpoints) {
    const secrets = await openSecrets(ctx, endpoint);
    if (secrets.some((secret) => verify(secret, message, signatures, now))) senders.push(userId ?? createdBy);
  }
  return {
    message: {
      message_id: message.id,
      type: typeIn(message.body),
      body: message.body,
      is_genuine: senders.length > 0,
      received_at: now.toISOString(),
    },
    ownerIds: senders.length > 0 ? senders : [null],
  };
}

function typeIn(body: string): string {
  try {
    const { type } = JSON.parse(body) as { type?: unknown };
    return typeof type === 'string' ? type : '';
  } catch {
    return '';
  }
}

/** What came from the caller's endpoints, and what nobody signed. Refuses outside a sandbox (notFound). */
export async function listReceivedWebhooks(
  ctx: Ctx,
  { query }: Input<'listReceivedWebhooks'>,
): Promise<Data<'listReceivedWebhooks'>> {
  const { userId } = requireUser(ctx.actor);
  if (!ctx.isSandbox) refuse('notFound');
  const kept = received.get(ctx.db) ?? [];
  const own = kept.filter(({ ownerIds }) => ownerIds.some((id) => id === null || id === userId));
  return pageOf(
    own.map(({ message }) => message),
    query,
  );
}
