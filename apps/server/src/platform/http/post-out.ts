import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { DAY_MS, SECOND_MS } from '../clock.ts';
import { isLoopback, isPublicAddress } from '../ip-address.ts';
import { lookUpPublic, openAnswer, type ResolveName } from './fetch-text.ts';

const HTTPS_PORT = 443;
/** Below it are the ports of mail servers, databases of old and the like. */
const FIRST_FREE_PORT = 1_024;

const INNER_NAME = /\.(local|localhost|internal|home\.arpa)$/;

/**
 * Whether the shop calls an address that somebody gave it: https, without a user in it, on the usual port or a free one,
 * and where it names no host but an IP address, a public one. A URL's own parser has read numbers in whatever notation.
 * What a name leads to is looked at when it is called.
 */
export function mayCallOut(url: string, { toLoopback }: { readonly toLoopback: boolean }): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(url);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (toLoopback && isLoopback(url)) return protocol === 'http:' || protocol === 'https:';
  if (protocol !== 'https:') return false;
  const number = port === '' ? HTTPS_PORT : Number(port);
  if (number !== HTTPS_PORT && number < FIRST_FREE_PORT) return false;
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) return isPublicAddress(address);
  const labels = hostname.replace(/\.$/, '').split('.');
  return labels.length > 1 && !labels.includes('') && !INNER_NAME.test(labels.join('.'));
}

type OutAnswer = {
  readonly status: number;
  /** The beginning of the answer. */
  readonly text: string;
  readonly retryAfter: string | null;
};

type PostOut = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For everything: looking the name up, connecting, sending, and the whole answer. */
  readonly timeoutMs: number;
  /** Read of an answer; the rest is not waited for. */
  readonly maxBytes: number;
  readonly toLoopback: boolean;
  readonly signal?: AbortSignal;
  /** Asked for names instead of the system's. */
  readonly nameServers?: readonly string[];
  /** Stands in for name servers. */
  readonly resolve?: ResolveName;
};

/** For the first question to a name server, and how many there are; c-ares waits longer each time. */
const NAME_TIMEOUT_MS = 2_000;
const NAME_TRIES = 2;

/**
 * Asks name servers without the system's resolver, whose look-ups each keep one of the few threads that files and
 * passwords need too: slow names, which anybody can give the shop, would stop it.
 */
function askNameServers(signal: AbortSignal, servers: readonly string[] | undefined): ResolveName {
  const ask = async (name: string): Promise<LookupAddress[]> => {
    const resolver = new Resolver({ timeout: NAME_TIMEOUT_MS, tries: NAME_TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    const asked = Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const answers = await asked;
    signal.removeEventListener('abort', cancel);
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason;
    return answers.flatMap((answer, place) =>
      answer.status === 'rejected'
        ? []
        : answer.value.map((address) => ({ address, family: place === 0 ? 4 : 6 })),
    );
  };
  return (name, _, found) =>
    void ask(name).then(
      (addresses) => found(null, addresses),
      (error: Error) => found(error, []),
    );
}

/**
 * Posts to an address that somebody gave the shop, and follows no redirect. The very addresses that the connection uses
 * have to be public, so that nobody can lead it into the operator's network, whatever a name resolves to later. Throws
 * where there is no answer in time.
 */
export async function postOut(url: string, options: PostOut): Promise<OutAnswer> {
  const { headers, body, timeoutMs, maxBytes, toLoopback, nameServers } = options;
  if (!mayCallOut(url, { toLoopback })) throw new Error('not an address that the shop calls');
  const late = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([late, options.signal]) : late;
  const resolve = options.resolve ?? askNameServers(signal, nameServers);
  const isOwn = toLoopback && isLoopback(url);
  try {
    const answer = await openAnswer(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // A connection of its own: none that was opened for another name.
        agent: false,
        signal,
        ...(!isOwn && {
          lookup: (name, wanted, found) => lookUpPublic(name, wanted, found, resolve),
        }),
      },
      body,
    );
    return {
      status: answer.statusCode ?? 0,
      text: await readStart(answer, maxBytes),
      retryAfter: answer.headers['retry-after'] ?? null,
    };
  } catch (error) {
    throw late.aborted ? new Error(`no whole answer within ${timeoutMs / 1_000} s`) : error;
  }
}

/** The text of an answer, up to so many bytes. */
async function readStart(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= maxBytes) break;
    }
  } finally {
    answer.destroy();
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
}

const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** Seconds or a date; as long as a day at most. */
export function readRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS) : 0;
}
