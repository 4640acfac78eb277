import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';

/** A session expires after `idleMs` without use, and in any case `absoluteMs` after signing in. */
const LIFETIMES = {
  buyer: { idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS },
  admin: { idleMs: 30 * MINUTE_MS, absoluteMs: 12 * HOUR_MS },
};

/** No session outlives this. */
export const LONGEST_SESSION_MS = LIFETIMES.buyer.absoluteMs;

/** The precision of `last_seen_at`, so that not every request writes. */
export const LAST_SEEN_PRECISION_MS = MINUTE_MS;

type Times = { readonly created_at: Date; readonly last_seen_at: Date };

/** Admins’ sessions end sooner than buyers’ ones. */
export function isSessionOver(session: Times, { isAdmin }: { isAdmin: boolean }, now: Date): boolean {
  const { idleMs, absoluteMs } = isAdmin ? LIFETIMES.admin : LIFETIMES.buyer;
  const unusedMs = now.getTime() - session.last_seen_at.getTime();
  const ageMs = now.getTime() - session.created_at.getTime();
  return unusedMs >= idleMs || ageMs >= absoluteMs;
}
