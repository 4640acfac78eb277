import { formatBalance } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { HOUR_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { addressBlock, isWithin } from '../../platform/ip-address.ts';
import {
  type Live,
  type Publication,
  writeMessage,
  type LiveMessage,
  type ViewerIdentity,
} from '../../platform/live.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { countUnread } from '../notices/index.ts';
import { isSessionOpen } from '../sessions/index.ts';
import type { LiveFiguresCache } from './live-figures.ts';

type First = Pick<Publication, 'name' | 'data'>;

type VisitorRef = { readonly visitorId: string | undefined; readonly address: string };

/**
 * The live event stream of a page: figures for everybody, and a signed-in user's own changes. A visitor without an id
 * is counted by IP address.
 */
export async function streamLive(
  ctx: Ctx,
  {
    live,
    cache,
    officeAddresses,
  }: { live: Live; cache: LiveFiguresCache; officeAddresses: readonly string[] },
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
  const isElsewhere = !isWithin(officeAddresses, address);
  const readFirst = async (): Promise<First[]> => {
    const figures: First = { name: 'figures', data: await cache.read(ctx) };
    if (!user) return [figures];
    return [figures, await readOwnBalance(ctx, user), await readUnread(ctx, user, isElsewhere)];
  };
  // Published for all of a user's pages, with the notices of the back office: where that does not open, nobody reads them.
  const readUnreadHere = user && isElsewhere ? () => readUnread(ctx, user, true) : null;
  await openLiveStream(live, reply, watcher, { readFirst, readUnreadHere });
}

/** Checks the session again, because it may have ended before the stream could be notified (notSignedIn). */
async function readOwnBalance(
  { db }: Ctx,
  { userId, sessionId }: { userId: bigint; sessionId: bigint },
): Promise<First> {
  if (!(await isSessionOpen(db, sessionId))) refuse('notSignedIn', 'ended meanwhile');
  return { name: 'balance', data: { balance: formatBalance(await readAvailableMicro(db, userId)) } };
}

const readUnread = async (
  { db }: Ctx,
  { userId }: { userId: bigint },
  isElsewhere: boolean,
): Promise<First> => ({
  name: 'notices',
  data: { unread: await countUnread(db, userId, isElsewhere) },
});

/** The page then reconnects and its token is checked again, so that an expired session has no stream. */
const LONGEST_STREAM_MS = HOUR_MS;

/** A viewer that lags further behind is disconnected and catches up when it reconnects. */
const MAX_UNSENT_BYTES = 262_144;

/** How long a page waits before it reconnects, at random: a process that dies may have had thousands of streams. */
const RETRY_MS = { least: 500, most: 3_000 };

type Reads = {
  readonly readFirst: () => Promise<readonly First[]>;
  readonly readUnreadHere: (() => Promise<First>) | null;
};

/**
 * Answers with an event stream that stays open: missed events, then those of `readFirst`, then all that are
 * published. The viewer joins before `readFirst` reads, so that nothing is lost in between. An error of `readFirst`
 * is answered as an ordinary failure; refuses too many streams of an address (tooManyTries). The stream ends with
 * its session. `readUnreadHere`: instead of the published number of notices.
 */
async function openLiveStream(
  live: Live,
  reply: FastifyReply,
  watcher: ViewerIdentity,
  { readFirst, readUnreadHere }: Reads,
): Promise<void> {
  const waiting: LiveMessage[] = [];
  let deliver = (message: LiveMessage): void => void waiting.push(message);
  const { sse, raw } = reply;
  // Before the headers are sent there is no stream to end, only a connection.
  const end = (): void => void (raw.headersSent ? sse.close() : raw.destroy());
  const viewer = { ...watcher, send: (message: LiveMessage) => deliver(message), end };
  const stay = (await live.join(viewer, sse.lastEventId)) ?? refuse('tooManyTries', 'streams of the address');
  raw.once('close', stay.leave);
  const first = await readFirst().catch((error: unknown) => {
    stay.leave();
    throw error;
  });
  if (raw.destroyed) return stay.leave();
  sse.keepAlive();
  sse.sendHeaders();
  const timer = setTimeout(() => sse.close(), LONGEST_STREAM_MS);
  raw.once('close', () => clearTimeout(timer));
  const write = ({ name, text }: LiveMessage): void => {
    if (!sse.isConnected) return;
    raw.write(text);
    if (name === 'session') sse.close();
    else if (raw.writableLength > MAX_UNSENT_BYTES) raw.destroy();
  };
  const isReread = ({ name }: LiveMessage): boolean => readUnreadHere !== null && name === 'notices';
  deliver = (message) => {
    if (!isReread(message)) return write(message);
    void readUnreadHere!().then(
      (unread) => write(writeMessage(unread)),
      () => raw.destroy(),
    );
  };
  const missed = stay.missed.filter((message) => !isReread(message));
  const begin = [...missed, ...first.map((event) => writeMessage(event))].map(({ text }) => text);
  raw.write(`retry: ${retryMs()}\n${begin.join('')}`);
  waiting.forEach(deliver);
}

const retryMs = (): number => Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
