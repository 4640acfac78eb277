/**
 * Owns the reading of the audit log: search, export, verification, and the heads that are mailed; and of the security
 * events. The use cases of every feature write the entries, and the HTTP layer the events, through the platform.
 */

import type { Routes } from '../../platform/http/routes.ts';
import { compareAuditHead, exportAudit, listAudit, verifyAudit } from './list-audit.ts';
import { exportSecurityEvents, listSecurityEvents } from './list-security-events.ts';
import type { EntityNames } from './name-entities.ts';

export {
  AUDIT_HEAD_MAIL,
  createTelegramHeadJob,
  mailAuditHead,
  renderAuditHead,
} from './mail-audit-head.job.ts';
export type { EntityNames } from './name-entities.ts';

/** `names` gives the entities of entries their present names. */
export const auditRoutes = (names: EntityNames) =>
  ({
    listAudit: (ctx, input) => listAudit(ctx, names, input),
    exportAudit: (ctx, input, reply) => exportAudit(ctx, names, input, reply),
    listSecurityEvents,
    exportSecurityEvents,
    verifyAudit,
    compareAuditHead,
  }) satisfies Partial<Routes>;
