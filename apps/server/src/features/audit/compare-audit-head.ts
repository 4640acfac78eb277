import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { findEntryHash } from '../../platform/audit/audit.sql.ts';
import { findHeadOf } from './mailed-heads.sql.ts';

/**
 * Compares a head that was kept outside the shop with the log. Proves the entries up to it together with `verifyAudit`,
 * which recomputes every hash.
 */
export async function compareAuditHead(
  { db, actor }: Ctx,
  { query }: Input<'compareAuditHead'>,
): Promise<Data<'compareAuditHead'>> {
  requireAction(actor, 'audit.read');
  const id = BigInt(query.entry);
  const [hash, mailed] = await Promise.all([findEntryHash(db, id), findHeadOf(db, id)]);
  const outcome = hash === null ? 'missing' : hash === query.hash ? 'same' : 'changed';
  return { outcome, mailed_at: mailed?.at.toISOString() ?? null };
}
