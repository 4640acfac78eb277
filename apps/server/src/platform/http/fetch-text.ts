import {
  lookup as resolveName,
  type LookupAddress,
  type LookupAllOptions,
  type LookupOptions,
} from 'node:dns';
import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isLoopback, isPublicAddress } from '../ip-address.ts';
import { OutsideFailure } from '../refusal.ts';

type Limits = { readonly maxBytes: number; readonly timeoutMs: number };

/**
 * The text at an address of the settings: https, or http on loopback. It cannot be led into the operator's own network:
 * redirects are not followed, and every address that the name resolves to must be public, checked on the very
 * resolution that the connection uses. Throws an OutsideFailure for anything but a whole answer of 200 in UTF-8 within
 * the limits; `timeoutMs` is for all of it.
 */
export async function fetchText(url: string, { maxBytes, timeoutMs }: Limits): Promise<string> {
  const { host, hostname } = new URL(url);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const isOwn = isLoopback(url);
    if (!isOwn && !url.startsWith('https:')) throw new Error('not https');
    // A literal address is not looked up.
    if (!isOwn && /^[\d.]+$|^\[/.test(hostname) && !isPublicAddress(hostname.replace(/^\[|\]$/g, '')))
      throw new Error('not a public address');
    const answer = await openAnswer(url, {
      headers: { accept: 'text/plain, text/csv, */*' },
      agent: false,
      signal,
      ...(!isOwn && { lookup: lookUpPublic }),
    });
    return await readAll(answer, maxBytes);
  } catch (error) {
    const isLate = signal.aborted;
    throw new OutsideFailure(host, isLate ? `no whole answer within ${timeoutMs / 1_000} s` : error);
  }
}

/** Sends a request; resolves when its answer begins, and rejects whatever else becomes of the connection. */
export function openAnswer(url: string, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  const request = url.startsWith('https:') ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', reject)
      .once('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        reject(new Error(`answered ${statusCode}`));
      })
      .once('close', () => reject(new Error('closed without an answer')))
      .end(body);
  });
}

async function readAll(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const { statusCode = 0, headers } = answer;
  try {
    if (statusCode >= 300 && statusCode < 400)
      throw new Error(`redirects to ${String(headers.location).slice(0, 200)}, which is not followed`);
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
      parts.push(part);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } finally {
    answer.destroy();
  }
}

/** Stands in for the system's resolver. */
export type ResolveName = (
  name: string,
  options: LookupAllOptions,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name for a connection; fails where any of its addresses is not public. */
export function lookUpPublic(
  name: string,
  options: LookupOptions,
  found: Found,
  resolve: ResolveName = resolveName,
): void {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const inner = addresses.find(({ address }) => !isPublicAddress(address));
    if (inner) return found(new Error(`${name} is not a public address`), []);
    if (options.all) return found(null, addresses);
    const [first] = addresses;
    return first ? found(null, first.address, first.family) : found(new Error(`${name}: no address`), []);
  });
}
