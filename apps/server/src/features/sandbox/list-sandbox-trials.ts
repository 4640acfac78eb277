import { NETWORKS, TRIALS, type Data } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { requireSandbox, type SandboxPort } from './sandbox-port.ts';
import { findDoneTrials, readBeginning } from './trials.sql.ts';

/** What to try, in the order of the page, and what was done already. Refuses outside a sandbox (notFound). */
export async function listSandboxTrials(
  ctx: Ctx,
  port: SandboxPort | null,
): Promise<Data<'listSandboxTrials'>> {
  const { devchain } = requireSandbox(port);
  const wallets = NETWORKS.map((network) => devchain.chains[network].sandboxWalletAddress);
  const began = await readBeginning(ctx.db);
  const done = began && (await findDoneTrials(ctx.db, began, wallets));
  return TRIALS.map((trial) => ({ trial, done: done?.[trial] ?? false }));
}
