import { NETWORKS, TRIALS, type Data, type Trial } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { requireSandbox, type SandboxPort } from './sandbox-port.ts';
import { findAdminTrials, findBuyerTrials, findPaymentTrials, readBeginning } from './trials.sql.ts';

/** What to try, and what was done since the sandbox began. Refuses outside a sandbox (notFound). */
export async function listSandboxTrials(
  ctx: Ctx,
  port: SandboxPort | null,
): Promise<Data<'listSandboxTrials'>> {
  const { devchain } = requireSandbox(port);
  const began = await readBeginning(ctx.db);
  const done: Partial<Record<Trial, boolean>> = {};
  if (began) {
    const wallets = NETWORKS.map((network) => devchain.chains[network].sandboxWalletAddress);
    Object.assign(done, await findPaymentTrials(ctx.db, began, wallets));
    Object.assign(done, await findBuyerTrials(ctx.db, began));
    Object.assign(done, await findAdminTrials(ctx.db, began));
  }
  return TRIALS.map((trial) => ({ trial, done: done[trial] ?? false }));
}
