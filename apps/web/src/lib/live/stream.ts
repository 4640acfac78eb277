import { paths } from '@portside/contract/wire/paths';
import { EventSource, type EventSourceFetchInit } from 'eventsource';
import { announceLive, liveEventNames } from './live-events.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

type StreamOptions = {
  readonly visitor: string;
  readonly token: string | null;
  /** The stream is back after a gap: what was missed must be asked for. */
  readonly onReopen: () => void;
};

/**
 * Opens the page's one event stream; answers how to close it. EventSource itself resumes a broken
 * connection but gives up on any other answer than 200, so those are tried again here, ever slower.
 */
export function openStream({ visitor, token, onReopen }: StreamOptions): () => void {
  const url = new URL(`${paths.streamLive[1]}?visitor=${encodeURIComponent(visitor)}`, location.origin);
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let hasOpened = false;
  let isSessionOver = false;

  const fetchWithToken = (address: string | URL, init: EventSourceFetchInit) =>
    fetch(address, {
      ...init,
      headers: token ? { ...init.headers, authorization: `Bearer ${token}` } : init.headers,
    });

  function open(): void {
    const opened = new EventSource(url, { fetch: fetchWithToken });
    source = opened;
    for (const name of liveEventNames)
      opened.addEventListener(name, (event) => announceLive(name, JSON.parse(event.data)));
    opened.addEventListener('session', () => {
      isSessionOver = true;
    });
    opened.addEventListener('open', () => {
      refusals = 0;
      if (hasOpened && !isSessionOver) onReopen();
      hasOpened = true;
    });
    opened.addEventListener('error', ({ code }) => {
      if (opened.readyState !== EventSource.CLOSED) return;
      if (token && (code === 401 || code === 403)) {
        if (!isSessionOver) announceLive('session', {});
      } else timer = setTimeout(open, retryDelay(refusals++));
    });
  }

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/** Doubles up to half a minute, spread so that a restarted server is not asked by everybody at once. */
function retryDelay(refusals: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** refusals);
  return longest * (0.5 + Math.random() / 2);
}
