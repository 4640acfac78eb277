import type { Routes } from '../../platform/http/routes.ts';
import { exportAnnouncements } from './export-announcements.ts';
import { listAnnouncements, listAnnouncementsAt } from './list-announcements.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './write-announcement.ts';

export const announcementsRoutes = {
  listAnnouncementsAt,
  listAnnouncements,
  exportAnnouncements,
  createAnnouncement,
  updateAnnouncement,
  deleteAnnouncement: (ctx, { params }) => deleteAnnouncement(ctx, BigInt(params.id)).then(() => null),
} satisfies Partial<Routes>;
