import type { FastifyReply } from 'fastify';
import { refuse } from './refusal.ts';
import { writeMessage, type Live, type LiveMessage, type Publication, type ViewerIdentity } from './live.ts';
import { HOUR_MS } from './clock.ts';

/** The page then reconnects and its token is checked again, so that an expired session has no stream. */
const LONGEST_STREAM_MS = HOUR_MS;

/** A viewer that lags further behind is disconnected and catches up when it reconnects. */
const MAX_UNSENT_BYTES = 262_144;

/** How long a page waits before it reconnects, at random: a process that dies may have had thousands of streams. */
const RETRY_MS = { least: 500, most: 3_000 };

type First = Pick<Publication, 'name' | 'data'>;

/**
 * Answers with an event stream that stays open: missed events, then those of `readFirst`, then all that are
 * published. The viewer joins before `readFirst` reads, so that nothing is lost in between. An error of `readFirst`
 * is answered as an ordinary failure; refuses too many streams of an address (tooManyTries). The stream ends with
 * its session.
 */
export async function openLiveStream(
  live: Live,
  reply: FastifyReply,
  watcher: ViewerIdentity,
  readFirst: () => Promise<readonly First[]>,
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
  deliver = ({ name, text }) => {
    if (!sse.isConnected) return;
    raw.write(text);
    if (name === 'session') sse.close();
    else if (raw.writableLength > MAX_UNSENT_BYTES) raw.destroy();
  };
  const begin = [...stay.missed, ...first.map((event) => writeMessage(event))].map(({ text }) => text);
  raw.write(`retry: ${retryMs()}\n${begin.join('')}`);
  waiting.forEach(deliver);
}

const retryMs = (): number => Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
