import { KEPT_AT } from '../lib/browser/worker-messages.ts';
import { GOODS_FOLDER, PAGE_PATHS } from '@portside/contract/wire/page-paths';

const PREFIX = 'portside-';
/** Of the pages and answers of single products, each: whoever looks at a thousand keeps the last ones. */
const MOST_PRODUCTS = 40;
/** Answers differ by encoding only. */
const ANY: CacheQueryOptions = { ignoreVary: true };

/**
 * What the worker keeps, by build. Files of the build before stay until the next one, because kept pages that were not
 * visited since name them.
 */
export class Keeper {
  readonly #caches: CacheStorage;
  readonly #name: string;
  #generation = 0;

  constructor(caches: CacheStorage, build: string) {
    this.#caches = caches;
    this.#name = PREFIX + build;
  }

  /** Changes with `forgetAll`: what was asked for before must not be kept after it. */
  get generation(): number {
    return this.#generation;
  }

  /** A page of this build, or of the one before; undefined for none. */
  async findPage(key: string): Promise<Response | undefined> {
    return (await this.findOwn(key)) ?? this.#caches.match(key, ANY);
  }

  /** A built file, whichever build brought it; this build has it too from then on. */
  async findFile(key: string): Promise<Response | undefined> {
    const asOf = this.#generation;
    const own = await this.findOwn(key);
    if (own) return own;
    const older = await this.#caches.match(key, ANY);
    if (older) await this.#put(key, older.clone(), asOf);
    return older;
  }

  /** What this build has kept. An answer says in its header when it came; another build's may have another form. */
  async findOwn(key: string): Promise<Response | undefined> {
    return (await this.#open()).match(key, ANY);
  }

  /**
   * Keeps an answer, as of `now` in milliseconds, that was asked for in generation `asOf`. Where the browser has no space
   * left, nothing is kept.
   */
  async keep({ kind, key }: KeptRequest, answer: Response, now: number, asOf: number): Promise<void> {
    try {
      const cache = await this.#open();
      // Deleted first, so that it comes last.
      await cache.delete(key, ANY);
      await this.#put(key, kind === 'catalogue' ? dated(answer, now) : answer, asOf);
      const ofProducts = [PRODUCT_PAGES, PRODUCT_ANSWERS].find((pattern) => pattern.test(key));
      if (ofProducts) await dropOldest(cache, ofProducts);
    } catch {
      // The page has its answer all the same.
    }
  }

  /** Lets builds go that came before the last one. */
  async dropOldBuilds(): Promise<void> {
    const names = (await this.#caches.keys()).filter((name) => name.startsWith(PREFIX));
    const others = names.filter((name) => name !== this.#name);
    await Promise.all(others.slice(0, -1).map((name) => this.#caches.delete(name)));
  }

  /** Deletes everything that any build has kept. */
  async forgetAll(): Promise<void> {
    this.#generation += 1;
    const names = (await this.#caches.keys()).filter((name) => name.startsWith(PREFIX));
    await Promise.all(names.map((name) => this.#caches.delete(name)));
  }

  async #put(key: string, answer: Response, asOf: number): Promise<void> {
    if (asOf !== this.#generation) return;
    await (await this.#open()).put(key, answer);
    if (asOf !== this.#generation) await (await this.#open()).delete(key, ANY);
  }

  #open(): Promise<Cache> {
    return this.#caches.open(this.#name);
  }
}

function dated(answer: Response, now: number): Response {
  const headers = new Headers(answer.headers);
  // The body is no longer compressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set(KEPT_AT, String(now));
  return new Response(answer.body, { headers });
}

async function dropOldest(cache: Cache, pattern: RegExp): Promise<void> {
  const found = (await cache.keys()).filter(({ url }) => pattern.test(new URL(url).pathname));
  await Promise.all(found.slice(0, -MOST_PRODUCTS).map((request) => cache.delete(request, ANY)));
}

/** What the worker may keep, and under which key. Two requests with one key have the same answer for everybody. */
export type KeptRequest = { readonly kind: Kind; readonly key: string };

type Kind = 'page' | 'start' | 'asset' | 'catalogue';

type Asked = Pick<Request, 'method' | 'url' | 'mode' | 'headers'>;

/** The page that opens where the requested one was never visited: its scripts show the right one. */
export const START_PAGE = '/';

/** Runs before each page: without it none opens. Its name carries no hash. */
export const START_SCRIPT = '/start.js';

/** Paths of keys of which there are as many as products. */
const PRODUCT_PAGES = new RegExp(`^${GOODS_FOLDER}/[^/]+$`);

const PRODUCT_ANSWERS = /^\/kept\/.*\/goods\/\d+$/;

const CATALOGUE = '/kept/';

const PAGES = new Set(PAGE_PATHS.filter((path) => !/:|^\/admin/.test(path)).map(plain));

/**
 * Built files carry a hash of their content, and the brand's pictures never change. The back office's files are in a
 * folder of their own and are not kept.
 */
const ASSET = /^\/(?:assets|api\/brand\/images)\/[\w.-]+$/;

/** All products, one of them, and the categories: the same for every reader of a language. */
const PUBLIC_CALL = /^\/api\/(?:goods(?:\/\d{1,18})?|categories)$/;

/**
 * Decides whether a request's answer may be kept; null for everything else, which the worker never touches. A page is
 * kept by its path alone: what follows may be a secret, such as the ticket of a payment.
 */
export function keptRequest({ method, url, mode, headers }: Asked, origin: string): KeptRequest | null {
  const { origin: asked, pathname, search } = new URL(url);
  if (method !== 'GET' || asked !== origin || headers.has('range')) return null;
  if (mode === 'navigate') {
    const path = plain(pathname);
    return PAGES.has(path) || PRODUCT_PAGES.test(path) ? { kind: 'page', key: path } : null;
  }
  if (pathname === START_SCRIPT) return { kind: 'start', key: pathname };
  if (ASSET.test(pathname) && search === '') return { kind: 'asset', key: pathname };
  // The list's next part has a cursor; what somebody searched for is theirs.
  if (!PUBLIC_CALL.test(pathname) || !/^(?:\?cursor=[^&]*)?$/.test(search)) return null;
  const language = encodeURIComponent(headers.get('accept-language') ?? '');
  return { kind: 'catalogue', key: `${CATALOGUE}${language}${pathname}${search}` };
}

/** As the router matches: in any letter case, with or without trailing slashes. */
function plain(path: string): string {
  return path.toLowerCase().replace(/\/+$/, '') || START_PAGE;
}

const TYPES = {
  page: /^text\/html\b/,
  start: /\bjavascript\b/,
  asset: /^(?:text\/(?:javascript|css)|application\/(?:javascript|json|wasm)|image\/|font\/)/,
  catalogue: /^application\/json\b/,
} as const;

/** Whether an answer is what was asked for: not an error, a redirect, or the sign-in page of a hotel's network. */
export const isKeepable = ({ kind }: KeptRequest, answer: Response): boolean =>
  answer.status === 200 &&
  answer.type === 'basic' &&
  !answer.redirected &&
  TYPES[kind].test(answer.headers.get('content-type') ?? '');

/** The part of a service worker's scope that is used here: the compiler knows either pages or workers. */
type LaterEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type RequestEvent = LaterEvent & {
  readonly request: Request;
  /** Sent by the browser while the worker starts; undefined where it sends none. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};

type PageMessageEvent = LaterEvent & { readonly data: unknown };

type Events = {
  readonly install: LaterEvent;
  readonly activate: LaterEvent;
  readonly fetch: RequestEvent;
  readonly message: PageMessageEvent;
};

export type WorkerScope = {
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  fetch(request: Request | string): Promise<Response>;
  addEventListener<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): void;
};
