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
