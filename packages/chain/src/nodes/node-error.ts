import type { NodeFinding } from '../types.ts';

export type NodeErrorKind = 'unreachable' | 'rate-limited' | 'refused' | 'bad-answer' | 'rpc';

/** The only error a node call throws. The message has the node's name, never its URL, which may hold an API key. */
export class NodeError extends Error {
  readonly kind: NodeErrorKind;
  readonly node: string;
  readonly method: string;
  /** JSON-RPC error code, for kind `rpc`. */
  readonly code: number | null;
  /** HTTP status of an answer that was not JSON-RPC; null without one. */
  readonly status: number | null;
  /** The node's answer or what is wrong with it, without node and method. */
  readonly detail: string;

  constructor(
    kind: NodeErrorKind,
    about: { node: string; method: string; code?: number; status?: number; cause?: unknown },
    detail: string,
  ) {
    const told = storable(detail);
    super(`Node ${about.node}, ${about.method}: ${told}`, { cause: about.cause });
    this.name = 'NodeError';
    this.kind = kind;
    this.node = about.node;
    this.method = about.method;
    this.code = about.code ?? null;
    this.status = about.status ?? null;
    this.detail = told;
  }
}

const DETAIL_LENGTH = 200;

/**
 * Makes a node's text storable and short: columns hold no NUL and no half of a surrogate pair, and a node must not
 * stop the scan that records its error.
 */
const storable = (text: string): string =>
  // First cut roughly: a text of 32 MiB would become as many strings.
  Array.from(
    text
      .slice(0, 4 * DETAIL_LENGTH)
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' '),
  )
    .slice(0, DETAIL_LENGTH)
    .join('');

/**
 * Whether a shorter block range might succeed. Nodes limit the blocks, logs and bytes of one `eth_getLogs` and word
 * the refusal freely, with any JSON-RPC code or HTTP status. So every failure counts as such, except a rate limit:
 * asking again at once would make that worse.
 */
export function isRangeRefused({ method, kind, status }: NodeError): boolean {
  if (method !== 'eth_getLogs') return false;
  if (kind === 'rate-limited') return status === 403;
  return kind === 'rpc' || status !== null;
}

/** Whether no answer came at all: a shorter range may be quicker, but the node may also be down. */
export const isWithoutAnswer = ({ kind, status }: NodeError): boolean =>
  kind === 'unreachable' && status === null;

/**
 * Whether a receipt may be missing because it is too large for the node or for the time: it refused, broke off or was
 * late. A rate limit says nothing about it, nor does an answer that contradicts the node's others.
 */
export const isReceiptUnread = ({ method, kind, status, detail }: NodeError): boolean =>
  method === 'eth_getTransactionReceipt' &&
  kind !== 'rate-limited' &&
  detail !== NOT_NEEDED &&
  (kind !== 'bad-answer' || status !== null);

/** The detail of a call that no attempt got answered. */
export const TIMED_OUT = 'no answer in time';
/** The detail of a call whose answer was not read to its end. */
export const TOO_LARGE = 'response too large';
/** The detail of a call that was not made, for others have answered. */
export const NOT_NEEDED = 'no longer needed';

const CODES = {
  unreachable: 'nodeUnreachable',
  'rate-limited': 'nodeLimited',
  refused: 'nodeRefused',
  rpc: 'nodeRefused',
  'bad-answer': 'nodeWrong',
} as const satisfies Record<NodeErrorKind, NodeFinding['code']>;

/** The finding that a failed call reports about its node. */
export const findingOf = ({ kind, node, method, detail }: NodeError): NodeFinding =>
  detail === TIMED_OUT
    ? { code: 'nodeTimedOut', facts: { node, method } }
    : { code: CODES[kind], facts: { node, method, answer: detail } };

const SHORTEST_SECRET = 6;

/** Returns a function that replaces the node's URL, its parts and its headers in a text with the node's name. */
export function createRedactor(url: string, headers: Readonly<Record<string, string>>, name: string) {
  const secrets = [url, ...Object.values(headers)];
  if (URL.canParse(url)) {
    const { href, host, hostname, username, password, pathname, search, searchParams } = new URL(url);
    secrets.push(href, username, password, pathname, search, ...searchParams.values());
    secrets.push(...pathname.split('/'), host, hostname);
  }
  const long = secrets
    .flatMap((secret) => [secret, decode(secret)])
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return (text: string): string =>
    long.reduce((clean, secret) => clean.replaceAll(secret, `(${name})`), text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
