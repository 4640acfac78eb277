import type { AnnouncementPosition, AnnouncementState } from '@portside/contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { Texts } from '../goods/index.ts';

export type AnnouncementsTable = {
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
