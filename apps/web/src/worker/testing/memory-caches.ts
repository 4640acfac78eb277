import { setImmediate } from 'node:timers/promises';

const BASE = 'https://shop.example';

type Kept = { readonly answer: Response };

/** A browser's caches, which Node lacks: in the order of putting, by address. */
export class MemoryCaches {
  /** Nothing can be put then. */
  isFull = false;
  readonly #caches = new Map<string, MemoryCache>();

  keys = async (): Promise<string[]> => [...this.#caches.keys()];
  delete = async (name: string): Promise<boolean> => this.#caches.delete(name);

  open = async (name: string): Promise<MemoryCache> => {
    // Gives other tasks a turn, as a browser does.
    await setImmediate();
    const cache = this.#caches.get(name) ?? new MemoryCache(() => this.isFull);
    this.#caches.set(name, cache);
    return cache;
  };

  match = async (key: string): Promise<Response | undefined> => {
    for (const cache of this.#caches.values()) {
      const found = await cache.match(key);
      if (found) return found;
    }
    return undefined;
  };
}

class MemoryCache {
  readonly #kept = new Map<string, Kept>();
  readonly #isFull: () => boolean;

  constructor(isFull: () => boolean) {
    this.#isFull = isFull;
  }

  match = async (key: Request | string): Promise<Response | undefined> =>
    this.#kept.get(addressOf(key))?.answer.clone();
  delete = async (key: Request | string): Promise<boolean> => this.#kept.delete(addressOf(key));
  keys = async (): Promise<Request[]> => [...this.#kept.keys()].map((address) => new Request(address));

  put = async (key: Request | string, answer: Response): Promise<void> => {
    if (this.#isFull()) throw new DOMException('no space', 'QuotaExceededError');
    const copy = new Response(await answer.arrayBuffer(), { headers: answer.headers });
    this.#kept.set(addressOf(key), { answer: copy });
  };
}

const addressOf = (key: Request | string): string =>
  typeof key === 'string' ? new URL(key, BASE).href : key.url;
