/**
 * Owns announcements: messages to readers at four positions, in four languages, for a time.
 *
 * Invariant: a stored body is sanitised HTML, so it can be shown as it is.
 */
export { announcementsRoutes } from './announcements.routes.ts';
export { nameAnnouncements } from './name-announcements.ts';
export { readPageAnnouncements } from './read-page-announcements.ts';
export { publishStarted } from './publish-started.job.ts';
