/**
 * Owns what one admin does to another, and to who is an admin: role, status, sessions, second factor, profile. Decides
 * whether one person may do it alone. The changes themselves belong to users, roles and sessions.
 *
 * Invariant: nobody alone takes over, signs out or removes an admin with the same permissions, and once there are two
 * owners nobody alone makes a new person who can approve.
 */
export type { AdminChangeTerms } from './admin-change-terms.ts';
export { subscribeAdminChanges } from './admin-changes.subscriptions.ts';
export { adminChangesRoutes } from './admin-changes.routes.ts';
