/**
 * Owns announcements: messages to readers at four positions, in four languages, for a time.
 *
 * Invariant: a stored body is sanitised HTML, so it can be shown as it is.
 */

import type { Routes } from '../../platform/http/routes.ts';
import { exportAnnouncements, listAnnouncements, listAnnouncementsAt } from './list-announcements.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './write-announcement.ts';

export { nameAnnouncements } from './announcements.sql.ts';
export { readPageAnnouncements } from './list-announcements.ts';
export { publishStarted } from './write-announcement.ts';

export const announcementsRoutes = {
  listAnnouncementsAt,
  listAnnouncements,
  exportAnnouncements,
  createAnnouncement,
  updateAnnouncement,
  deleteAnnouncement: (ctx, { params }) => deleteAnnouncement(ctx, BigInt(params.id)).then(() => null),
} satisfies Partial<Routes>;
