/**
 * A client of the shop's API for Node and browsers, without dependencies: the contract gives types only. It repeats what
 * may be repeated, so that a call either happened once or failed with a reason.
 */
import type { Data, EndpointName, paths, Request } from '@portside/contract';
import { ShopError, shopErrorOf } from './errors.ts';

export { ShopError, type Reason } from './errors.ts';
export { verifyWebhook, WebhookError, type Webhook } from './webhooks.ts';

export type ClientOptions = {
  /** The shop's address, such as "https://shop.example". */
  readonly url: string;
  /** An API key, or the token of a signed-in user. */
  readonly key: string;
  /** Tries after the first; 4 if absent. */
  readonly retries?: number;
  /** How long an answer may take; 30 s if absent. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
  readonly wait?: (ms: number) => Promise<void>;
};

type Paths = typeof paths;
type RouteOf<N extends EndpointName> = `${Paths[N][0]} ${Paths[N][1]}`;
/** A call as the reference names it: "GET /api/orders/:order_no". */
export type Route = RouteOf<EndpointName>;
type NameOf<R extends Route> = { [N in EndpointName]: RouteOf<N> extends R ? N : never }[EndpointName];
/** What a call takes: `params` of its address, `query` and `body`. */
export type InputOf<R extends Route> = Request<NameOf<R>>;
/** The `data` of its answer. */
export type DataOf<R extends Route> = Data<NameOf<R>>;

type Input = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};
type CallOptions = {
  /** Makes a call that changes something repeatable: the shop carries it out once for each key. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

/** `after`: the cursor of the last page that was read, also before a restart. */
type FollowOptions = CallOptions & { readonly after?: string; readonly everyMs?: number };

export type Client = ReturnType<typeof createClient>;

/** Opens no connection and asks nothing yet. */
export function createClient(options: ClientOptions) {
  const { wait = sleep } = options;

  /** Any call of the API. Refuses as the shop does (`ShopError`); a fault of the network is thrown as `fetch` throws it. */
  const call = async <R extends Route>(
    route: R,
    input: InputOf<R>,
    callOptions: CallOptions = {},
  ): Promise<DataOf<R>> => (await send(options, route, input, callOptions)) as DataOf<R>;

  return {
    call,

    /** Products on sale, page by page; `GET /api/goods/mine` has those that only the caller's level sees. */
    async *products(
      query: NonNullable<Request<'listGoods'>['query']> = {},
    ): AsyncGenerator<Data<'listGoods'>['items'][number]> {
      let cursor: string | undefined = undefined;
      do {
        const page: Data<'listGoods'> = await call('GET /api/goods', {
          query: { limit: 500, ...query, ...(cursor !== undefined && { cursor }) },
        });
        yield* page.items;
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
    },

    /** What an order would cost now. */
    quote: (body: Request<'quoteOrder'>['body']) => call('POST /api/orders/quotes', { body }),

    /** Buys accounts. Repeated with the same key it is the same order, so keep the key with your own order. */
    placeOrder: (body: Request<'placeOrder'>['body'], idempotencyKey: string) =>
      call('POST /api/orders', { body }, { idempotencyKey }),

    readOrder: (order_no: string) => call('GET /api/orders/:order_no', { params: { order_no } }),

    /** The accounts of an own order. */
    readAccounts: (order_no: string) =>
      call('GET /api/orders/:order_no/accounts', { params: { order_no }, query: {} }),

    readBalance: () => call('GET /api/users/balance', { query: {} }),

    /** Claims the warranty for accounts that do not work. */
    claim: (order_no: string, body: Request<'createWarrantyClaim'>['body']) =>
      call('POST /api/orders/:order_no/claims', { params: { order_no }, body }),

    /**
     * Follows what becomes different in stock, price and sale; without `after` it begins with all products. Ends with
     * `signal`, also during a call or a pause; once nothing is left it rests for `everyMs`, a minute if absent.
     */
    async *followChanges({ after, everyMs = 60_000, signal }: FollowOptions = {}): AsyncGenerator<
      Pick<Data<'readChanges'>, 'changes' | 'cursor'>
    > {
      let cursor = after;
      for (;;) {
        if (signal?.aborted) return;
        const query = cursor === undefined ? {} : { after: cursor };
        const asked = call('GET /api/changes', { query }, { ...(signal && { signal }) });
        const page = await untilAborted(asked, signal);
        if (page === undefined) return;
        cursor = page.cursor;
        if (page.changes.length > 0) yield { changes: page.changes, cursor };
        if (!page.has_more) await untilAborted(wait(everyMs), signal);
      }
    },
  };
}

/** What a promise gives; nothing as soon as the signal is aborted, whatever becomes of the promise. */
function untilAborted<T>(given: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (!signal) return given;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    void given.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Sends until there is an answer. After a fault of the network or of the server a call may have happened, so only reading
 * and calls with a key are repeated; what the shop refused because there were too many did not happen.
 */
async function send(
  options: ClientOptions,
  route: string,
  input: Input,
  callOptions: CallOptions,
): Promise<unknown> {
  const { retries = 4, wait = sleep } = options;
  if (callOptions.idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(callOptions.idempotencyKey))
    throw new RangeError('an idempotency key has 1 to 200 visible characters of ASCII');
  const isRepeatable = route.startsWith('GET ') || callOptions.idempotencyKey !== undefined;
  for (let tries = 0; ; tries += 1) {
    let pauseMs = FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random() / 2);
    try {
      return await sendOnce(options, route, input, callOptions);
    } catch (error) {
      const isTooMany = error instanceof ShopError && error.status === 429;
      const isFault = error instanceof ShopError ? error.status >= 500 : !callOptions.signal?.aborted;
      if (tries >= retries || !(isTooMany || (isFault && isRepeatable))) throw error;
      if (error instanceof ShopError && error.retryAfterMs !== null) pauseMs = error.retryAfterMs;
    }
    await wait(Math.min(pauseMs, LONGEST_PAUSE_MS));
  }
}

async function sendOnce(
  options: ClientOptions,
  route: string,
  input: Input,
  callOptions: CallOptions,
): Promise<unknown> {
  const { fetch: ask = fetch, key, timeoutMs = 30_000 } = options;
  const { idempotencyKey, signal } = callOptions;
  signal?.throwIfAborted();
  const [method, template] = route.split(' ') as [string, string];
  const abort = new AbortController();
  const stop = (): void => abort.abort(signal?.reason);
  const timer = setTimeout(() => abort.abort(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const answer = await ask(addressOf(options.url, template, input), {
      method,
      signal: abort.signal,
      // Followed, an order would become a reading of the orders: a redirected POST is sent again as a GET.
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw shopErrorOf(answer.status, answer.headers, text);
    return readAnswer(answer.headers, text);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** The data of an answer, or the text of a file. Throws where something between here and the shop has answered. */
function readAnswer(headers: Headers, text: string): unknown {
  const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type !== '' && type !== 'text/html' && type !== 'application/json') return text;
  const answer = type === 'application/json' ? (JSON.parse(text) as { data?: unknown } | null) : null;
  if (answer?.data === undefined) throw new Error('something else has answered in place of the shop');
  return answer.data;
}

function addressOf(url: string, template: string, { params = {}, query = {} }: Input): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const address = new URL(path, url);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat())
      if (one !== undefined) address.searchParams.append(name, `${one as string | number}`);
  return address.href;
}
