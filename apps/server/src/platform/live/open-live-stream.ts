import type { FastifyReply } from 'fastify';
import { refuse } from '../refusal.ts';
import { writeMessage, type Live, type LiveMessage, type Publication, type Watcher } from './live.ts';

const HOUR_MS = 3_600_000;

/** Then the page connects again and its token is looked at again: a session that ran out has no stream. */
const LONGEST_STREAM_MS = HOUR_MS;

/** Unsent bytes of a viewer who does not keep up; he is cut off and catches up on his next connection. */
const MOST_UNSENT_BYTES = 262_144;

/** A page waits so long before it connects again, each another time: a process that died had thousands. */
const RETRY_MS = { least: 500, most: 3_000 };

type First = Pick<Publication, 'name' | 'data'>;

/**
 * Answers with an event stream that stays open: what was missed, then the first events, then whatever is
 * published. The viewer joins before `readFirst` looks, so that nothing falls in between; where that
 * throws, the answer is an ordinary failure. The stream ends with its session.
 */
export async function openLiveStream(
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
    else if (raw.writableLength > MOST_UNSENT_BYTES) raw.destroy();
  };
  const begin = [...stay.missed, ...first.map((event) => writeMessage(event))].map(({ text }) => text);
  raw.write(`retry: ${retryMs()}\n${begin.join('')}`);
  waiting.forEach(deliver);
}

const retryMs = (): number => Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
