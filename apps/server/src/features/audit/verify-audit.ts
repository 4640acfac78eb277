import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { countEntries, LOG_START, verifyAuditChain } from '../../platform/audit/verify-audit-chain.ts';
import type { Ctx } from '../../platform/context.ts';
import { startBudget } from '../../platform/time-budget.ts';

/** Time rather than entries, whose sizes differ a thousandfold: the caller shows progress at any of them. */
const MS_PER_CALL = 300;

/** Verifies the next part of the log: the entries after the one that the previous answer named as verified. */
export async function verifyAudit(
  { db, actor }: Ctx,
  { query }: Input<'verifyAudit'>,
): Promise<Data<'verifyAudit'>> {
  requireAction(actor, 'audit.read');
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
