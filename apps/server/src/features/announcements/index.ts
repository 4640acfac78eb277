/**
 * Owns announcements: what the shop tells its readers at four places, in four languages, for a time. Also the
 * rule of what may stand in a rich text, for others too.
 *
 * Invariant: a body that is stored is HTML that was cleaned, so that it can be shown as it is.
 */
export { cleanTexts } from './clean-texts.ts';
export { announcementsRoutes } from './announcements.routes.ts';
export { nameAnnouncements } from './name-announcements.ts';
export { tellBegun } from './tell-begun.job.ts';
