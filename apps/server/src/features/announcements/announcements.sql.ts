import { type AnnouncementPosition, type AnnouncementState, textIn } from '@portside/contract';
import { type Generated, type JSONColumnType, sql, type Selectable } from 'kysely';
import type { Texts } from '../goods/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';

type AnnouncementsTable = {
  id: Generated<bigint>;
  position: AnnouncementPosition;
  /** Further positions. */
  also_at: Generated<AnnouncementPosition[]>;
  state: AnnouncementState;
  title: JSONColumnType<Texts>;
  /** Sanitised HTML. */
  body: JSONColumnType<Texts>;
  /** Null: as soon as it is published. */
  starts_at: Date | null;
  /** Null: without an end. */
  ends_at: Date | null;
  /** Since when it is published; null for a draft. */
  published_at: Date | null;
  /** Whether open pages were notified that it has started. */
  is_start_published: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    announcements: AnnouncementsTable;
  }
}

export type AnnouncementRow = Selectable<AnnouncementsTable>;

/** Announcements shown at one position. */
const MAX_SHOWN = 20;

export const listShown = (
  db: Db,
  position: AnnouncementPosition,
  now: Date,
  most = MAX_SHOWN,
): Promise<AnnouncementRow[]> =>
  db
    .selectFrom('announcements')
    .selectAll()
    .where('state', '=', 'published')
    .where((is) => is.or([is('starts_at', 'is', null), is('starts_at', '<=', now)]))
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
    .where(isAt(position))
    .orderBy(sql`greatest(starts_at, published_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

const isAt = (position: AnnouncementPosition) =>
  sql<boolean>`(position = ${position} or ${position}::text = any (also_at))`;

type Filter = {
  readonly position: AnnouncementPosition | undefined;
  readonly state: AnnouncementState | undefined;
};

/** Newest first. There are few, so the list is read whole. */
export const listAnnouncementRows = (db: Db, { position, state }: Filter): Promise<AnnouncementRow[]> =>
  db
    .selectFrom('announcements')
    .selectAll()
    .$if(position !== undefined, (query) => query.where(isAt(position!)))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .orderBy('id', 'desc')
    .execute();

/** Announcements by their titles. */
export const nameAnnouncements: NameById = async ({ db, language }, ids) => {
  const rows = await db.selectFrom('announcements').select(['id', 'title']).where('id', 'in', ids).execute();
  return mapNames(rows.map(({ id, title }) => ({ id, name: textIn(title, language) })));
};
