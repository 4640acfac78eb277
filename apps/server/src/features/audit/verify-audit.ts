import type { Data, Input } from '@portside/contract';
import { countEntries, LOG_START, verifyAuditChain } from '../../platform/audit/verify-audit-chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { startBudget } from '../../platform/clock.ts';
import { findEntryHash } from '../../platform/audit/audit.sql.ts';
import { findHeadOf } from './mail-audit-head.job.ts';

/** Time rather than entries, whose sizes differ a thousandfold: the caller shows progress at any of them. */
const MS_PER_CALL = 300;

/** Verifies the next part of the log: the entries after the one that the previous answer named as verified. */
export async function verifyAudit(
  { db }: Ctx,
  { query }: Input<'verifyAudit'>,
): Promise<Data<'verifyAudit'>> {
  const { after, hash } = query;
  const from = after && hash ? { id: BigInt(after), hash: Buffer.from(hash, 'hex') } : LOG_START;
  const { verified, brokenAt } = await verifyAuditChain(db, from, startBudget(MS_PER_CALL));
  return {
    entries: Number(await countEntries(db)),
    verified: Number(verified.id),
    head_hash: verified.hash.toString('hex'),
    broken_at: brokenAt?.toString() ?? null,
  };
}

/**
 * Compares a head that was kept outside the shop with the log. Proves the entries up to it together with `verifyAudit`,
 * which recomputes every hash.
 */
export async function compareAuditHead(
  { db }: Ctx,
  { query }: Input<'compareAuditHead'>,
): Promise<Data<'compareAuditHead'>> {
  const id = BigInt(query.entry);
  const [hash, mailed] = await Promise.all([findEntryHash(db, id), findHeadOf(db, id)]);
  const outcome = hash === null ? 'missing' : hash === query.hash ? 'same' : 'changed';
  return { outcome, mailed_at: mailed?.at.toISOString() ?? null };
}
