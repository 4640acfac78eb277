/**
 * Owns the reading of the audit log: search, and the proof that it is whole. Entries are written by the
 * verbs of every feature, through the platform.
 */
export { auditRoutes } from './audit.routes.ts';
export type { ThingNames } from './name-things.ts';
