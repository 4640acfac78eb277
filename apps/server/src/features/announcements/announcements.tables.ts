import type { AnnouncementPosition, AnnouncementState } from '@portside/contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { Texts } from '../goods/index.ts';

export type AnnouncementsTable = {
  id: Generated<bigint>;
  position: AnnouncementPosition;
  state: AnnouncementState;
  title: JSONColumnType<Texts>;
  /** HTML that was cleaned. */
  body: JSONColumnType<Texts>;
  /** Null: as soon as it is published. */
  starts_at: Date | null;
  /** Null: until it is taken back. */
  ends_at: Date | null;
  /** Since when it is published; null for a draft. */
  published_at: Date | null;
  /** Whether the pages that are open were told that it began. */
  is_told: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    announcements: AnnouncementsTable;
  }
}
