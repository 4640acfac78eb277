/**
 * The server's time. Devices' clocks are wrong by minutes or hours; windows to pay, one-time codes and "today" follow
 * the shop's. Nothing else in the pages asks the device for the time (`scripts/rules.test.ts`).
 */

/** How far the server may be ahead of the device, in milliseconds: every answer narrows it. */
let ahead = { least: -Infinity, most: Infinity };
let aheadMs = 0;

/** In whole seconds, rounded down. */
const DATE_STEP_MS = 1_000;

/**
 * Compares the device's clock with the time in an answer of the shop; `askedAt` is `performance.now()` before its
 * request. An answer that lay in a cache says nothing.
 */
export function noteServerTime({ headers }: Response, askedAt: number): void {
  const sentMs = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(sentMs) || headers.has('age')) return;
  const receivedMs = Date.now();
  const tookMs = performance.now() - askedAt;
  const seen = { least: sentMs - receivedMs, most: sentMs + DATE_STEP_MS - (receivedMs - tookMs) };
  const both = { least: Math.max(ahead.least, seen.least), most: Math.min(ahead.most, seen.most) };
  // Where both cannot be true, the device's clock was set since then.
  ahead = both.least <= both.most ? both : seen;
  const isRight = ahead.least <= 0 && ahead.most >= 0;
  aheadMs = isRight ? 0 : Math.round((ahead.least + ahead.most) / 2);
}

/** The current time (ms since 1970), as the server has it. */
export const nowMs = (): number => Date.now() + aheadMs;

/** The same as a date. */
export const now = (): Date => new Date(nowMs());
