/**
 * Owns announcements: what the shop tells its readers at four places, in four languages, for a time.
 *
 * Invariant: a body that is stored is HTML that was cleaned, so that it can be shown as it is.
 */
export { announcementsRoutes } from './announcements.routes.ts';
export { nameAnnouncements } from './name-announcements.ts';
export { tellBegun } from './tell-begun.job.ts';
