import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { countEntries, NOTHING_PROVED, verifyAuditChain } from '../../platform/audit/verify-audit-chain.ts';
import type { Ctx } from '../../platform/context.ts';

/** Less than a second's work, so that whoever waits sees it move. */
const ENTRIES_A_PART = 10_000;

/** Computes a part of the log's hashes again, after the entry that the caller was told is proved. */
export async function verifyAudit(
  { db, actor }: Ctx,
  { query }: Input<'verifyAudit'>,
): Promise<Data<'verifyAudit'>> {
  requireAction(actor, 'audit.read');
  const { after, hash } = query;
  const from = after && hash ? { id: BigInt(after), hash: Buffer.from(hash, 'hex') } : NOTHING_PROVED;
  const { proved, brokenAt } = await verifyAuditChain(db, from, ENTRIES_A_PART);
  return {
    entries: Number(await countEntries(db)),
    proved: Number(proved.id),
    head_hash: proved.hash.toString('hex'),
    broken_at: brokenAt?.toString() ?? null,
  };
}
