import {
  AnnouncementPosition,
  textIn,
  type Data,
  type Input,
  type Language,
  type SortColumn,
  type Announcement,
  type ShownAnnouncement,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { pageOf, sortRows, type SortKeys } from '../../platform/lists/pages.ts';
import { listAnnouncementRows, listShown, type AnnouncementRow } from './announcements.sql.ts';
import type { FastifyReply } from 'fastify';
import { fieldColumns, sendList, type Columns } from '../../platform/http/send-list.ts';
import type { Db } from '../../platform/db/db.ts';
import type { PageAnnouncement } from '../../platform/pages/page-settings.ts';

/** The announcements shown at a position now, newest first, in the reader's language. */
export async function listAnnouncementsAt(
  { db, clock, language }: Ctx,
  { params }: Input<'listAnnouncementsAt'>,
): Promise<Data<'listAnnouncementsAt'>> {
  const rows = await listShown(db, params.position, clock.now());
  const items = rows.map((row) => presentShown(row, params.position, language));
  return { items, next_cursor: null, total: items.length };
}

/** All announcements, drafts and past ones too, newest first unless sorted otherwise. */
export async function listAnnouncements(
  ctx: Ctx,
  { query }: Input<'listAnnouncements'>,
): Promise<Data<'listAnnouncements'>> {
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

/** The announcements that match a filter as a CSV file, newest first, with titles in the reader's language. */
export const exportAnnouncements = (
  ctx: Ctx,
  { query }: Input<'exportAnnouncements'>,
  reply: FastifyReply,
): Promise<unknown> => {
  const columns: Columns<Announcement> = {
    ...fieldColumns<Announcement>('id', 'created_at', 'updated_at'),
    placement: ({ position, also_at: others }) => [position, ...others].join(' '),
    state: ({ state }) => state,
    title: ({ title }) => textIn(title, ctx.language),
    ...fieldColumns<Announcement>('starts_at', 'ends_at', 'is_shown'),
  };
  return sendList(ctx, reply, {
    name: 'announcements',
    action: 'announcement.export',
    subject: 'announcement',
    query,
    columns,
    readPage: (page) => listAnnouncements(ctx, { query: { ...query, ...page } }),
  });
};

const presentShown = (
  row: AnnouncementRow,
  position: AnnouncementPosition,
  language: Language,
): ShownAnnouncement => ({
  id: row.id.toString(),
  position,
  title: textIn(row.title, language),
  body: textIn(row.body, language),
  shown_from: (shownFrom(row) ?? row.created_at).toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
});

export const presentAnnouncement = (row: AnnouncementRow, now: Date): Announcement => ({
  id: row.id.toString(),
  position: row.position,
  also_at: row.also_at,
  state: row.state,
  title: row.title,
  body: row.body,
  starts_at: row.starts_at?.toISOString() ?? null,
  ends_at: row.ends_at?.toISOString() ?? null,
  is_shown: isShown(row, now),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

type Times = {
  readonly published_at: Date | null;
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
};

/** When readers start to see it; null for a draft. */
function shownFrom({ published_at, starts_at }: Times): Date | null {
  if (published_at === null || starts_at === null) return published_at;
  return starts_at > published_at ? starts_at : published_at;
}

/** Whether readers see it now: from its start to just before its end. */
export function isShown(times: Times, now: Date): boolean {
  const from = shownFrom(times);
  return from !== null && from <= now && (times.ends_at === null || times.ends_at > now);
}

/** Per position. A reader who has dismissed all of these sees the next one after the page has loaded the list. */
const MOST = 3;

/** The newest announcements that each position shows at this time, newest first; none for a position without one. */
export async function readPageAnnouncements(db: Db, now: Date): Promise<PageAnnouncement[]> {
  const shown = await Promise.all(
    AnnouncementPosition.options.map(async (position) =>
      (await listShown(db, position, now, MOST)).map((row) => ({
        id: row.id.toString(),
        position,
        shownFrom: shownFrom(row) ?? row.created_at,
        titleIn: (language: Language) => textIn(row.title, language),
      })),
    ),
  );
  return shown.flat();
}
