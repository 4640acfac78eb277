import type { Ctx } from '../../platform/context.ts';
import { utcDay } from '../../platform/utc-day.ts';
import { deleteBlockedMessagesBefore } from './blocked-messages.sql.ts';
import { expireConversationImages } from './images.sql.ts';

const DAY_MS = 24 * 3_600_000;
/** A conversation is over when nobody has written for so long. */
const QUIET_MS = 180 * DAY_MS;
const CLOSED_PROFILE_MS = 30 * DAY_MS;

/**
 * Ends the keeping of images in conversations that are over; `sweepUploads` deletes them. Forgets how much blocked users
 * wrote on days before.
 */
export async function expireImages({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await expireConversationImages(
    db,
    { quietSince: before(QUIET_MS), closedSince: before(CLOSED_PROFILE_MS) },
    now,
  );
  await deleteBlockedMessagesBefore(db, utcDay(now));
  return { more: false };
}
