/**
 * Owns the reading of the audit log: search, export, verification, and the heads that are mailed; and of the security
 * events. The verbs of every feature write the entries, and the HTTP layer the events, through the platform.
 */
import './audit.tables.ts';

export { auditRoutes } from './audit.routes.ts';
export {
  AUDIT_HEAD_MAIL,
  createTelegramHeadJob,
  mailAuditHead,
  renderAuditHead,
} from './mail-audit-head.job.ts';
export type { EntityNames } from './name-entities.ts';
