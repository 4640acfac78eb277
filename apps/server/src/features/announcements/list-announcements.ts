import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { presentAnnouncement, presentShown } from './announcements.present.ts';
import { listAnnouncementRows, listShown } from './announcements.sql.ts';

/** What readers see at a position now, newest first, in the reader's language. */
export async function listAnnouncementsAt(
  { db, clock, language }: Ctx,
  { params }: Input<'listAnnouncementsAt'>,
): Promise<Data<'listAnnouncementsAt'>> {
  const rows = await listShown(db, params.position, clock.now());
  const items = rows.map((row) => presentShown(row, language));
  return { items, next_cursor: null, total: items.length };
}

/** Every announcement, drafts and past ones too. */
export async function listAnnouncements(
  ctx: Ctx,
  { query }: Input<'listAnnouncements'>,
): Promise<Data<'listAnnouncements'>> {
  requireAction(ctx.actor, 'announcement.write');
  const filter = { position: query.position, state: query.state, before: readIdCursor(query.cursor) };
  const rows = await listAnnouncementRows(ctx.db, filter, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  const now = ctx.clock.now();
  return { items: shown.map((row) => presentAnnouncement(row, now)), next_cursor: nextCursor, total: null };
}
