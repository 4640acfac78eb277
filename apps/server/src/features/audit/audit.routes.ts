import type { Routes } from '../../platform/http/routes.ts';
import { compareAuditHead } from './compare-audit-head.ts';
import { exportAudit } from './export-audit.ts';
import { listAudit } from './list-audit.ts';
import { exportSecurityEvents } from './export-security-events.ts';
import { listSecurityEvents } from './list-security-events.ts';
import type { EntityNames } from './name-entities.ts';
import { verifyAudit } from './verify-audit.ts';

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
