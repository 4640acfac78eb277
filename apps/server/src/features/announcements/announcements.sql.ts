import { type AnnouncementPosition, type AnnouncementState, textIn } from '@portside/contract';
import { type Generated, type JSONColumnType, sql, type Selectable } from 'kysely';
import type { Texts } from '../goods/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';

type AnnouncementsTable = {
  id: Generated<bigint>;
  position: AnnouncementPosition;
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

export type AnnouncementValues = Omit<AnnouncementRow, 'id' | 'created_at'>;

/** Announcements shown at one position. */
const MAX_SHOWN = 20;

export const listShown = (db: Db, position: AnnouncementPosition, now: Date): Promise<AnnouncementRow[]> =>
  selectShown(db, now)
    .where('position', '=', position)
    .orderBy(SHOWN_FROM, 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute();

/** The first `most` of `listShown` for every position, in its order. */
export const listNewestShown = (db: Db, now: Date, most: number): Promise<AnnouncementRow[]> =>
  db
    .with('ranked', () => selectShown(db, now).select(RANK))
    .selectFrom('ranked')
    .selectAll()
    .where('rank', '<=', most)
    .orderBy('position')
    .orderBy('rank')
    .execute();

const SHOWN_FROM = sql`greatest(starts_at, published_at)`;

const RANK = sql<number>`row_number() over (partition by position order by ${SHOWN_FROM} desc, id desc)`.as(
  'rank',
);

const selectShown = (db: Db, now: Date) =>
  db
    .selectFrom('announcements')
    .selectAll()
    .where('state', '=', 'published')
    .where((is) => is.or([is('starts_at', 'is', null), is('starts_at', '<=', now)]))
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]));

type Filter = {
  readonly position: AnnouncementPosition | undefined;
  readonly state: AnnouncementState | undefined;
};

/** Newest first. There are few, so the list is read whole. */
export const listAnnouncementRows = (db: Db, { position, state }: Filter): Promise<AnnouncementRow[]> =>
  db
    .selectFrom('announcements')
    .selectAll()
    .$if(position !== undefined, (query) => query.where('position', '=', position!))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .orderBy('id', 'desc')
    .execute();

/** Locks the announcement until the transaction ends. */
export const lockAnnouncement = (db: Db, id: bigint): Promise<AnnouncementRow | undefined> =>
  db.selectFrom('announcements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const valuesOf = ({ title, body, ...rest }: AnnouncementValues) => ({
  ...rest,
  title: JSON.stringify(title),
  body: JSON.stringify(body),
});

export const insertAnnouncement = (
  db: Db,
  input: AnnouncementValues,
  createdAt: Date,
): Promise<AnnouncementRow> =>
  db
    .insertInto('announcements')
    .values({ ...valuesOf(input), created_at: createdAt })
    .returningAll()
    .executeTakeFirstOrThrow();

export const replaceAnnouncement = (
  db: Db,
  id: bigint,
  input: AnnouncementValues,
): Promise<AnnouncementRow> =>
  db
    .updateTable('announcements')
    .set(valuesOf(input))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function deleteAnnouncementRow(db: Db, id: bigint): Promise<void> {
  await db.deleteFrom('announcements').where('id', '=', id).execute();
}

/** Marks announcements that have started since the last call and returns their positions. */
export async function markStarted(db: Db, now: Date): Promise<AnnouncementPosition[]> {
  const started = await db
    .updateTable('announcements')
    .set({ is_start_published: true })
    .where('state', '=', 'published')
    .where('is_start_published', '=', false)
    .where('starts_at', '<=', now)
    .returning('position')
    .execute();
  return started.map(({ position }) => position);
}

const listTitles = (db: Db, ids: readonly bigint[]): Promise<Pick<AnnouncementRow, 'id' | 'title'>[]> =>
  db.selectFrom('announcements').select(['id', 'title']).where('id', 'in', ids).execute();

/** Announcements by their titles. */
export const nameAnnouncements: NameById = async ({ db, language }, ids) =>
  mapNames((await listTitles(db, ids)).map(({ id, title }) => ({ id, name: textIn(title, language) })));
