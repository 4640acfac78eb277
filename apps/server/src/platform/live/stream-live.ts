import type { FastifyReply } from 'fastify';
import { writeMessage, type Live, type LiveMessage, type Publication, type Watcher } from './live.ts';

const HOUR_MS = 3_600_000;

/** Then the page connects again and its token is looked at again: a session that ran out has no stream. */
const LONGEST_STREAM_MS = HOUR_MS;

/** Unsent bytes of a viewer who does not keep up; he is cut off and catches up on his next connection. */
const MOST_UNSENT_BYTES = 262_144;

type First = Pick<Publication, 'name' | 'data'>;

/**
 * Answers with an event stream that stays open: what was missed, then the first events, then whatever is
 * published. The viewer joins before `readFirst` looks, so that nothing falls in between; where that
 * throws, the answer is an ordinary failure. The stream ends with its session.
 */
export async function streamLive(
  live: Live,
  reply: FastifyReply,
  watcher: Watcher,
  readFirst: () => Promise<readonly First[]>,
): Promise<void> {
  const waiting: LiveMessage[] = [];
  let deliver = (message: LiveMessage): void => void waiting.push(message);
  const { sse, raw } = reply;
  // Before the first event there is no stream to end, only a connection.
  const end = (): void => void (raw.headersSent ? sse.close() : raw.destroy());
  const leave = live.join({ ...watcher, send: (message) => deliver(message), end });
  raw.once('close', leave);
  const first = await readFirst().catch((error: unknown) => {
    leave();
    throw error;
  });
  if (raw.destroyed) return;
  sse.keepAlive();
  sse.sendHeaders();
  const timer = setTimeout(() => sse.close(), LONGEST_STREAM_MS);
  raw.once('close', () => clearTimeout(timer));
  deliver = ({ name, text }) => {
    if (!sse.isConnected) return;
    raw.write(text);
    if (name === 'session') sse.close();
    else if (raw.writableLength > MOST_UNSENT_BYTES) raw.destroy();
  };
  const missed = sse.lastEventId === null ? [] : live.listMissed(watcher, sse.lastEventId);
  for (const message of [...missed, ...first.map((event) => writeMessage(event)), ...waiting])
    deliver(message);
}
