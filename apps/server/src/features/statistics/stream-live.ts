import { formatBalance } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { addressBlock } from '../../platform/address-block.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Live, Publication } from '../../platform/live/live.ts';
import { openLiveStream } from '../../platform/live/open-live-stream.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { isSessionOpen } from '../sessions/index.ts';
import type { LiveFiguresCache } from './live-figures-cache.ts';

type First = Pick<Publication, 'name' | 'data'>;
type VisitorRef = { readonly visitorId: string | undefined; readonly address: string };

/**
 * The live event stream of a page: figures for everybody, and a signed-in user's own changes. A visitor without an id
 * is counted by IP address.
 */
export async function streamLive(
  ctx: Ctx,
  { live, cache }: { live: Live; cache: LiveFiguresCache },
  { visitorId, address }: VisitorRef,
  reply: FastifyReply,
): Promise<void> {
  const { actor } = ctx;
  const user = actor.kind === 'user' ? actor : null;
  const watcher = {
    userId: user?.userId ?? null,
    sessionId: user?.sessionId ?? null,
    visitorId: visitorId ?? `address ${addressBlock(address)}`,
    address,
  };
  await openLiveStream(live, reply, watcher, async () => {
    const figures: First = { name: 'figures', data: await cache.read(ctx) };
    return user ? [figures, await readOwnBalance(ctx, user)] : [figures];
  });
}

/** Checks the session again, because it may have ended before the stream could be notified (notSignedIn). */
async function readOwnBalance(
  { db }: Ctx,
  { userId, sessionId }: { userId: bigint; sessionId: bigint },
): Promise<First> {
  if (!(await isSessionOpen(db, sessionId))) refuse('notSignedIn', 'ended meanwhile');
  return { name: 'balance', data: { balance: formatBalance(await readAvailableMicro(db, userId)) } };
}
