import type { Keeper } from './keeper.ts';
import { isKeepable, START_PAGE, type KeptRequest } from './kept-request.ts';
import type { RequestEvent } from './worker-scope.ts';

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
