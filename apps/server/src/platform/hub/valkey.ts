import { createClient, defineScript } from '@redis/client';
import { setTimeout as sleep } from 'node:timers/promises';

/** Keys of this shop; several shops on one server take a database number each, in the URL. */
const PREFIX = 'portside:';

/** A socket that is silent for longer counts as lost; something is sent or answered every two seconds. */
const SILENT_MS = 6_000;
const CONNECT_MS = 3_000;
const LONGEST_RECONNECT_MS = 2_000;
/** How long a call waits; afterwards it continues without the answer. */
const ANSWER_MS = 1_000;

/** One step, so that a counter never exists without its expiry. */
const HIT = defineScript({
  SCRIPT: `
    local count = redis.call('INCR', KEYS[1])
    if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
    return { count, redis.call('PTTL', KEYS[1]) }`,
  NUMBER_OF_KEYS: 1,
  parseCommand: (parser, key: string, windowMs: number) => {
    parser.pushKey(key);
    parser.push(String(windowMs));
  },
  transformReply: (reply: unknown) => {
    const [count, endsInMs] = reply as [number, number];
    return { count, endsInMs };
  },
});

/** A client of Valkey or Redis. It reconnects by itself; while it cannot, commands fail at once instead of queueing. */
export const createValkey = (url: string) =>
  createClient({
    url,
    keyPrefix: PREFIX,
    disableOfflineQueue: true,
    scripts: { hit: HIT },
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries) =>
        Math.min(50 * 2 ** tries, LONGEST_RECONNECT_MS) * (0.5 + Math.random() / 2),
    },
  });

export type Valkey = ReturnType<typeof createValkey>;

/** No answer in time; it may still come. */
export class LateAnswer extends Error {}

/** Rejects with a LateAnswer if none came within a second. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const late = sleep(ANSWER_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new LateAnswer('Valkey does not answer');
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    timeout.abort();
    late.catch(() => undefined);
  }
}
