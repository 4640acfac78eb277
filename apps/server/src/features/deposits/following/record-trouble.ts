import type { ScanOutcome } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import { readStatus, saveStatus } from './chains.sql.ts';
import type { Place } from '../deposits.sql.ts';

export type Trouble = Extract<ScanOutcome, { reason: string }>;

/** The chain could not be read: its last known figures stay, and nothing is credited. */
export async function recordTrouble(ctx: Ctx, { network, chainId }: Place, trouble: Trouble): Promise<void> {
  const before = await readStatus(ctx.db, chainId);
  await saveStatus(ctx.db, {
    chain_id: chainId,
    network,
    state: trouble.kind,
    detail: trouble.reason,
    head: before?.head ?? null,
    final: before?.final ?? null,
    checked_at: ctx.clock.now(),
  });
}
