import type { CallName, contract, Data, EndpointName, Request } from '@portside/contract';
import type { ErrorName } from '@portside/contract/wire/errors';
import { type Path, shopPaths } from '@portside/contract/wire/shop-paths';
import { noteServerTime } from '../clock.ts';
import { chosenLanguage, storedState } from '../stored/stored-state.ts';
import { readEnvelope, initOf, urlOf, type RequestParts } from './request.ts';
import { ApiError, isRefusal, announceFailure } from './api-error.ts';

const TIMEOUT_MS = 50_000;

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** Token to use instead of the signed-in user's: a ticket's, which opens one payment. */
  readonly token?: string;
  /**
   * The caller shows the failure itself: no dialog and no toast. A blocked user's refusal is announced all the same.
   */
  readonly isQuiet?: boolean;
  /** Sent even if the page is left or reloaded at once, which would otherwise cancel the call. For small bodies. */
  readonly keepalive?: boolean;
  /** The caller shows these refusals itself, and only these. */
  readonly quietFor?: readonly ErrorName[];
};

type SendOptions = CallOptions & { readonly name?: CallName };

type OptionalParts<T> = { [K in keyof T as object extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as object extends T[K] ? never : K]: T[K];
};
/** Request of an endpoint; parts without required fields are optional. */
export type RequestOf<N extends EndpointName> = OptionalParts<Request<N>> & ImageOf<N>;
type ImageOf<N extends EndpointName> = (typeof contract)[N] extends { readonly image: true }
  ? { image: Blob; furtherImages?: RequestParts['furtherImages'] }
  : unknown;
export type CallArguments<N extends CallName> =
  object extends RequestOf<N>
    ? [request?: RequestOf<N>, options?: CallOptions]
    : [request: RequestOf<N>, options?: CallOptions];

let gate: ((name: CallName) => void) | undefined;

/** Installs a check that may throw for a call before it is sent. */
export function setCallGuard(check: typeof gate): void {
  gate = check;
}

/**
 * Calls an endpoint and returns the envelope's data. Throws ApiError; an abort by the caller's signal is rethrown as
 * it is.
 */
export async function call<N extends CallName>(
  name: N,
  ...[request, options]: CallArguments<N>
): Promise<Data<N>> {
  gate?.(name);
  return send(pathOf(name), request ?? {}, { ...options, name }, readEnvelope) as Promise<Data<N>>;
}

const isShops = (name: CallName): name is keyof typeof shopPaths => Object.hasOwn(shopPaths, name);

/** Paths that no first load needs come with the first such call. */
export async function pathOf(name: CallName): Promise<Path> {
  if (isShops(name)) return shopPaths[name];
  const { laterPathOf } = await import('./later-path.ts');
  return laterPathOf(name);
}

/** Aborts when either does. `AbortSignal.any` is newer than some browsers that people have. */
function firstOf(...signals: readonly [AbortSignal, AbortSignal]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    signal.addEventListener('abort', () => either.abort(signal.reason), {
      once: true,
      signal: either.signal,
    });
  }
  return either.signal;
}

/**
 * `name` is the call a failure is announced as.
 * `patience` creates the time-out signal of one attempt. Throws ApiError; an abort by the caller's signal is rethrown
 * as it is.
 */
export async function send<T>(
  path: Path | Promise<Path>,
  request: RequestParts,
  { signal, idempotencyKey, token, isQuiet = false, quietFor = [], keepalive = false, name }: SendOptions,
  read: (response: Response) => Promise<T>,
  patience = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS),
): Promise<T> {
  const askedAt = performance.now();
  const attempt = async (): Promise<T> => {
    const [method, address] = await path;
    const timeout = patience();
    const url = urlOf(address, request);
    const sentAt = performance.now();
    const response = await fetch(url, {
      ...initOf(method, request, token ?? storedState().token, idempotencyKey, pageLanguage()),
      signal: signal ? firstOf(timeout, signal) : timeout,
      keepalive,
    });
    noteAnswerTime(response, sentAt);
    noteServerTime(response, sentAt);
    return read(response);
  };
  try {
    return await attempt().catch(async (refusal: unknown) => {
      if (!isRefusal(refusal, 'freshCodeNeeded') || !(await requestFreshCode())) throw refusal;
      return attempt();
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const error = cause instanceof ApiError ? cause : new ApiError(0, '', { cause });
    // A blocked user is always announced: this has a page of its own.
    const isOfReader = token === undefined && storedState().token !== null;
    const isShown =
      (isQuiet || isRefusal(error, ...quietFor)) && !(isOfReader && isRefusal(error, 'accountFrozen'));
    if (!isShown) announceFailure(error, askedAt, name);
    throw error;
  }
}

/** The chosen language applies at once, even before its texts have loaded. */
const pageLanguage = (): string => chosenLanguage(storedState()) ?? document.documentElement.lang;

/** Prompts for a fresh two-factor code; resolves to whether the server accepted it. */
type Asker = () => Promise<boolean>;

let asker: Asker | null = null;

let asked: Promise<boolean> | null = null;

/** Registers the prompt; returns the function that removes it. */
export function onFreshCodeRequested(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Prompts once, however many calls wait for it. */
export function requestFreshCode(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asked ??= asker().finally(() => {
    asked = null;
  });
  return asked;
}

/**
 * How far the clocks of the shop's parts may differ. Events that are replayed for it do no harm: each carries a whole
 * state or has it asked for.
 */
const MARGIN_MS = 3_000;

/** When the server began to read the oldest answer on the page that no open stream keeps up to date. */
let oldestMs: number | null = null;
let isFollowed = false;

/** Notes an answer of the shop; `askedAt` is `performance.now()` before its request. */
export function noteAnswerTime(answer: Response, askedAt: number): void {
  if (isFollowed) return;
  // In whole seconds, rounded down.
  const sentMs = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(sentMs)) return;
  const readMs = sentMs - Math.ceil(performance.now() - askedAt) - MARGIN_MS;
  oldestMs = Math.min(oldestMs ?? readMs, readMs);
}

/**
 * The event id from which the first stream is to begin, so that it brings what happened after the page's first answer;
 * null if nothing was asked yet.
 */
export const firstEventId = (): string | null => (oldestMs === null ? null : `${Math.max(0, oldestMs)}-0`);

/** Whether a stream is open. Answers are noted only while none is. */
export function setFollowed(isOpen: boolean): void {
  isFollowed = isOpen;
  oldestMs = null;
}
