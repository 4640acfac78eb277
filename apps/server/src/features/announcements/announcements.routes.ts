import type { Routes } from '../../platform/http/routes.ts';
import { listAnnouncements, listAnnouncementsAt } from './list-announcements.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './write-announcement.ts';

export const announcementsRoutes = {
  listAnnouncementsAt,
  listAnnouncements,
  createAnnouncement,
  updateAnnouncement,
  deleteAnnouncement: (ctx, { params }) => deleteAnnouncement(ctx, BigInt(params.id)).then(() => null),
} satisfies Partial<Routes>;
