/**
 * Owns the reading of the audit log: search, export and verification. The verbs of every feature write the
 * entries, through the platform.
 */
export { auditRoutes } from './audit.routes.ts';
export type { EntityNames } from './name-entities.ts';
