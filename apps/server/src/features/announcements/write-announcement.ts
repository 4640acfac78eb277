import type { Announcement, AuditAction, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { isShown } from './announcement-times.ts';
import { presentAnnouncement } from './announcements.present.ts';
import {
  deleteAnnouncementRow,
  insertAnnouncement,
  lockAnnouncement,
  replaceAnnouncement,
  type AnnouncementRow,
  type WrittenAnnouncement,
} from './announcements.sql.ts';
import { cleanTexts, said } from './clean-texts.ts';
import { tellPositions } from './tell-positions.ts';

/** Writes a new announcement, published at once where it says so. */
export async function createAnnouncement(
  ctx: Ctx,
  { body }: Input<'createAnnouncement'>,
): Promise<Announcement> {
  requireAction(ctx.actor, 'announcement.write');
  return inTransaction(ctx, async (step) => {
    const now = step.clock.now();
    const after = await insertAnnouncement(step.db, read(body, now, null), now);
    return settle(step, 'announcement.create', null, after);
  });
}

/** Replaces an announcement; open pages hear of it where it is or was shown. */
export async function updateAnnouncement(
  ctx: Ctx,
  { params, body }: Input<'updateAnnouncement'>,
): Promise<Announcement> {
  requireAction(ctx.actor, 'announcement.write');
  return inTransaction(ctx, async (step) => {
    const before = (await lockAnnouncement(step.db, BigInt(params.id))) ?? refuse('notFound');
    const written = read(body, step.clock.now(), before.published_at);
    const after = await replaceAnnouncement(step.db, before.id, written);
    return settle(step, 'announcement.update', before, after);
  });
}

export async function deleteAnnouncement(ctx: Ctx, id: bigint): Promise<void> {
  requireAction(ctx.actor, 'announcement.write');
  await inTransaction(ctx, async (step) => {
    const before = (await lockAnnouncement(step.db, id)) ?? refuse('notFound');
    await deleteAnnouncementRow(step.db, id);
    if (isShown(before, step.clock.now())) tellPositions(step, [before.position]);
    const subject = `announcement:${id}`;
    await recordAudit(step, { action: 'announcement.delete', subject, before: factsOf(before) });
  });
}

type Written = Input<'createAnnouncement'>['body'];

/** Refuses a window that ends before it begins (invalidFormat) and a title in no language (missingParameters). */
function read(written: Written, now: Date, publishedAt: Date | null): WrittenAnnouncement {
  const title = said(written.title);
  if (Object.keys(title).length === 0) refuseField('missingParameters', 'title', 'missing');
  const starts_at = written.starts_at === undefined ? null : new Date(written.starts_at);
  const ends_at = written.ends_at === undefined ? null : new Date(written.ends_at);
  if (starts_at && ends_at && starts_at >= ends_at) refuseField('invalidFormat', 'ends_at', 'wrong');
  const published_at = written.state === 'published' ? (publishedAt ?? now) : null;
  return {
    position: written.position,
    state: written.state,
    title,
    body: cleanTexts(written.body),
    starts_at,
    ends_at,
    published_at,
    is_told: isShown({ published_at, starts_at, ends_at }, now),
    updated_at: now,
  };
}

async function settle(
  ctx: Ctx,
  action: AuditAction,
  before: AnnouncementRow | null,
  after: AnnouncementRow,
): Promise<Announcement> {
  const now = ctx.clock.now();
  const concerned = [before, after].filter((row) => row !== null && isShown(row, now));
  tellPositions(
    ctx,
    concerned.map((row) => row!.position),
  );
  const subject = `announcement:${after.id}`;
  await recordAudit(ctx, { action, subject, before: before && factsOf(before), after: factsOf(after) });
  return presentAnnouncement(after, now);
}

const factsOf = ({ position, state, title, body, starts_at, ends_at }: AnnouncementRow) => ({
  position,
  state,
  title,
  body,
  starts_at,
  ends_at,
});
