import { FORGET } from '../lib/browser/worker-messages.ts';
import {
  Keeper,
  isKeepable,
  keptRequest,
  START_PAGE,
  START_SCRIPT,
  type KeptRequest,
  type RequestEvent,
  type WorkerScope,
} from './keeper.ts';

/**
 * The service worker: lets the shop open without a network. It keeps pages, built files and the public catalogue, and
 * nothing that belongs to a person: no call with an answer of one's own passes through it. So what it keeps is the same
 * for whoever uses this browser next, and no address to pay to ever comes from it.
 */
declare const self: WorkerScope;
/** Written by the build: one name for each set of files. */
declare const BUILD: string;

const { origin } = self.location;
const keeper = new Keeper(self.caches, BUILD);
const parts = { keeper, fetch: (request: Request) => self.fetch(request), now: () => Date.now() };

// At once, also beside open pages of another build: what those still need comes from the shop or the build before.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const asked = keptRequest(event.request, origin);
  if (asked) event.respondWith(serve(event, asked, parts));
  else if (event.request.mode === 'navigate') event.respondWith(pass(event));
});
self.addEventListener('message', (event) => {
  const { data } = event;
  if (data === FORGET) event.waitUntil(keeper.forgetAll());
  if (Array.isArray(data)) event.waitUntil(keepLoaded(data.filter((path) => typeof path === 'string')));
});

/** Every other page, as the browser has asked for it already. */
async function pass({ preloadResponse, request }: RequestEvent): Promise<Response> {
  return (await preloadResponse) ?? self.fetch(request);
}

async function activate(): Promise<void> {
  await keeper.dropOldBuilds();
  // The browser asks for a page while the worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/**
 * Keeps what a page has loaded before the worker took over: `page` is its path, the others are those of its files. What
 * opens any page is kept again for each build, because its files are those of the build.
 */
async function keepLoaded([page = START_PAGE, ...files]: readonly string[]): Promise<void> {
  const wanted = [
    ...[START_PAGE, page].map((path) => requestOf(path, 'navigate')),
    ...[START_SCRIPT, ...files].map((path) => requestOf(path, 'cors')),
  ].filter((asked) => asked !== null && asked.kind !== 'catalogue');
  const asOf = keeper.generation;
  await Promise.allSettled(
    wanted.map(async (asked) => {
      const { kind, key } = asked!;
      if (await (kind === 'asset' ? keeper.findFile(key) : keeper.findOwn(key))) return;
      // Built files come from the browser's own store.
      const answer = await self.fetch(key);
      if (isKeepable(asked!, answer)) await keeper.keep(asked!, answer, Date.now(), asOf);
    }),
  );
}

const requestOf = (path: string, mode: RequestMode): KeptRequest | null =>
  keptRequest({ method: 'GET', url: origin + path, mode, headers: new Headers() }, origin);

type Parts = {
  readonly keeper: Keeper;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly now: () => number;
};

/**
 * Answers a request that may be kept: built files from what is kept, which their name says is still right; pages, their
 * start script and the catalogue from the shop, and only without it from what is kept. Rejects where there is neither.
 */
export function serve(event: RequestEvent, asked: KeptRequest, parts: Parts): Promise<Response> {
  if (asked.kind === 'asset') return serveFile(event, asked, parts);
  if (asked.kind !== 'catalogue') return servePage(event, asked, parts);
  return serveAnswer(event, asked, parts);
}

async function serveFile(event: RequestEvent, asked: KeptRequest, parts: Parts): Promise<Response> {
  const asOf = parts.keeper.generation;
  const kept = await parts.keeper.findFile(asked.key).catch(() => undefined);
  return kept ?? keepLater(event, asked, parts, await parts.fetch(event.request), asOf);
}

async function servePage(event: RequestEvent, asked: KeptRequest, parts: Parts): Promise<Response> {
  const asOf = parts.keeper.generation;
  try {
    const answer = (await event.preloadResponse) ?? (await parts.fetch(event.request));
    return keepLater(event, asked, parts, answer, asOf);
  } catch (failure) {
    const { keeper } = parts;
    const isPage = asked.kind === 'page';
    const kept =
      (await keeper.findPage(asked.key)) ?? (isPage ? await keeper.findPage(START_PAGE) : undefined);
    if (!kept) throw failure;
    return kept;
  }
}

async function serveAnswer(event: RequestEvent, asked: KeptRequest, parts: Parts): Promise<Response> {
  const asOf = parts.keeper.generation;
  try {
    return keepLater(event, asked, parts, await parts.fetch(event.request), asOf);
  } catch (failure) {
    // The page wants it no longer.
    if (event.request.signal.aborted) throw failure;
    const kept = await parts.keeper.findOwn(asked.key);
    if (!kept) throw failure;
    return kept;
  }
}

/** The page does not wait until it is kept. */
function keepLater(
  event: RequestEvent,
  asked: KeptRequest,
  { keeper, now }: Parts,
  answer: Response,
  asOf: number,
): Response {
  if (isKeepable(asked, answer)) event.waitUntil(keeper.keep(asked, answer.clone(), now(), asOf));
  return answer;
}
