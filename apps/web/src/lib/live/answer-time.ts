/**
 * How far the clocks of the shop's parts may differ. Events that are replayed for it do no harm: each carries a whole
 * state or has it asked for.
 */
const MARGIN_MS = 3_000;

/** When the server began to read the oldest answer that the page shows and that no open stream follows. */
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
 * null where nothing was asked yet.
 */
export const firstEventId = (): string | null => (oldestMs === null ? null : `${Math.max(0, oldestMs)}-0`);

/** Whether a stream is open. While one is, answers need no noting; once it has ended, they are noted anew. */
export function setFollowed(isOpen: boolean): void {
  isFollowed = isOpen;
  oldestMs = null;
}
