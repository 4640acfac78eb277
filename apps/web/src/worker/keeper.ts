import { KEPT_AT } from '../lib/browser/kept-at.ts';
import { PRODUCT_ANSWERS, PRODUCT_PAGES, type KeptRequest } from './kept-request.ts';

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
