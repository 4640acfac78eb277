import { formatBalance } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { addressBlock } from '../../platform/address-block.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Live, Publication } from '../../platform/live/live.ts';
import { openLiveStream } from '../../platform/live/open-live-stream.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { isSessionOpen } from '../sessions/index.ts';
import type { FiguresBoard } from './figures-board.ts';

type First = Pick<Publication, 'name' | 'data'>;
type Place = { readonly visitorId: string | undefined; readonly address: string };

/**
 * The page's event stream: the figures for everybody, a signed-in user's own changes for him. A visitor
 * who sends no id counts as his address.
 */
export async function streamLive(
  ctx: Ctx,
  { live, board }: { live: Live; board: FiguresBoard },
  { visitorId, address }: Place,
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
    const figures: First = { name: 'figures', data: await board.read(ctx) };
    return user ? [figures, await readOwnBalance(ctx, user)] : [figures];
  });
}

/** The session is looked at once more, because it may have ended before the stream could be told. */
async function readOwnBalance(
  { db }: Ctx,
  { userId, sessionId }: { userId: bigint; sessionId: bigint },
): Promise<First> {
  if (!(await isSessionOpen(db, sessionId))) refuse('notSignedIn', 'ended meanwhile');
  return { name: 'balance', data: { balance: formatBalance(await readAvailableMicro(db, userId)) } };
}
