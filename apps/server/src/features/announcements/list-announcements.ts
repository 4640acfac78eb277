import { textIn, type Data, type Input, type Language, type SortColumn } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { sortRows, type SortKeys } from '../../platform/http/sort-rows.ts';
import { presentAnnouncement, presentShown } from './announcements.present.ts';
import { listAnnouncementRows, listShown, type AnnouncementRow } from './announcements.sql.ts';

/** The announcements shown at a position now, newest first, in the reader's language. */
export async function listAnnouncementsAt(
  { db, clock, language }: Ctx,
  { params }: Input<'listAnnouncementsAt'>,
): Promise<Data<'listAnnouncementsAt'>> {
  const rows = await listShown(db, params.position, clock.now());
  const items = rows.map((row) => presentShown(row, language));
  return { items, next_cursor: null, total: items.length };
}

/** All announcements, drafts and past ones too, newest first unless sorted otherwise. */
export async function listAnnouncements(
  ctx: Ctx,
  { query }: Input<'listAnnouncements'>,
): Promise<Data<'listAnnouncements'>> {
  requireAction(ctx.actor, 'announcement.write');
  const rows = await listAnnouncementRows(ctx.db, { position: query.position, state: query.state });
  const { items, ...rest } = pageOf(sortRows(rows, query.sort, keysIn(ctx.language), ctx.language), query);
  const now = ctx.clock.now();
  return { items: items.map((row) => presentAnnouncement(row, now)), ...rest };
}

const keysIn = (language: Language): SortKeys<AnnouncementRow, SortColumn<'listAnnouncements'>> => ({
  title: (row) => textIn(row.title, language),
  starts_at: (row) => row.starts_at?.getTime() ?? null,
  ends_at: (row) => row.ends_at?.getTime() ?? null,
  updated_at: (row) => row.updated_at.getTime(),
});
