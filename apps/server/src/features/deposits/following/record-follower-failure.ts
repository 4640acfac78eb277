import type { ScanOutcome } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import { readStatus, saveNodeProblems, saveStatus } from './chains.sql.ts';
import { onePerNode } from './one-per-node.ts';
import type { AssetId } from '../deposits.sql.ts';

type FollowerFailure = Extract<ScanOutcome, { reasons: unknown }>;

/** Saves why a chain could not be read, keeping its last known head and final block. Credits nothing. */
export async function recordFollowerFailure(
  ctx: Ctx,
  { network, chainId }: AssetId,
  failure: FollowerFailure,
): Promise<void> {
  const before = await readStatus(ctx.db, chainId);
  const now = ctx.clock.now();
  await saveNodeProblems(ctx.db, chainId, onePerNode(failure.problems), now);
  await saveStatus(ctx.db, {
    chain_id: chainId,
    network,
    state: failure.kind,
    reasons: failure.reasons,
    head: before?.head ?? null,
    final: before?.final ?? null,
    checked_at: now,
  });
}
