import { verifyAudit } from '../../platform/audit/verify-audit.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { listAudit } from './list-audit.ts';

export const auditRoutes = {
  listAudit,
  verifyAudit: async ({ db }) => {
    const { entries, headHash, brokenAt } = await verifyAudit(db);
    return { entries, head_hash: headHash, broken_at: brokenAt === null ? null : String(brokenAt) };
  },
} satisfies Partial<Routes>;
