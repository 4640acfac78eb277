import { readCursorAt, scan, type ChainNode, type Cursor } from '@portside/chain';
import type { Data, Input, Network } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { refuse, refuseField } from '../../../platform/refusal.ts';
import { listAllAddresses } from '../../deposit-addresses/index.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import { lockCursor, readChainCursor } from './chains.sql.ts';
import { doubtDeposits } from './lost-deposits.sql.ts';
import { readBlacklistOf, scanParametersOf } from '../scan-parameters.ts';
import { recordTransfers } from './record-scan.ts';

export type RescannedChains = Partial<
  Record<Network, { readonly nodes: readonly ChainNode[]; readonly quorum: number }>
>;

/** A call stops after this time; the caller continues from the returned block. */
const MAX_DURATION_MS = 20_000;

/**
 * Reads final blocks again that the follower has already read, for wallets and all buyers' addresses, by the same
 * rules, for when nodes were wrong or a wallet was configured late. What is not found there any more is marked as lost.
 * The follower's cursor does not change. Payments to a wallet from before it belonged to the shop are held. Refuses an
 * unknown chain (notFound), a block above the cursor (invalidFormat) and nodes that do not answer or agree
 * (serverBusy).
 */
export async function rescanChain(
  ctx: Ctx,
  { body }: Input<'rescanChain'>,
  chains: RescannedChains,
): Promise<Data<'rescanChain'>> {
  requireAction(ctx.actor, 'deposit.rescan');
  const { type: network, from_block: fromBlock, reason } = body;
  const chain = chains[network] ?? refuse('notFound', 'chain');
  const watched = (await listWatchedTreasuries(ctx, network, ctx.clock.now())) ?? refuse('notFound');
  const { since } = watched;
  const asset = { network, chainId: BigInt(watched.chainId), token: watched.token };
  const end = (await readChainCursor(ctx.db, asset.chainId)) ?? refuse('notFound', 'nothing read yet');
  if (fromBlock > end.number) refuseField('invalidFormat', 'from_block', 'large', end.number);
  const all = await listAllAddresses(ctx, { network, chainId: asset.chainId });
  const addresses = all.map(({ address }) => address);
  const watch = { ...watched, addresses, network, quorum: chain.quorum, ...scanParametersOf(network) };

  const started = performance.now();
  let found = 0;
  let at: Cursor =
    (await readCursorAt(chain.nodes, watch, Math.max(0, fromBlock - 1))) ?? refuse('serverBusy');
  while (at.number < end.number && performance.now() - started < MAX_DURATION_MS) {
    const outcome = await scan(chain.nodes, watch, at);
    if (outcome.kind !== 'scanned')
      return refuse('serverBusy', 'reasons' in outcome ? describeFindings('en', outcome.reasons) : '');
    // Blocks above the cursor are left to the follower.
    const transfers = outcome.transfers.filter(({ blockNumber }) => blockNumber <= end.number);
    const senders = [...new Set(transfers.map(({ from }) => from))];
    const blacklist = (await readBlacklistOf(asset, chain, senders)) ?? refuse('serverBusy', 'black list');
    found += await inTransaction(ctx, async (step) => {
      // After each other with the follower and with claims: a claim and its deposit would not see each other.
      await lockCursor(step.db, asset.chainId);
      const upTo = Math.min(outcome.cursor.number, end.number);
      await doubtDeposits(step.db, asset, { treasuries: watched.treasuries, after: at.number, upTo });
      return recordTransfers(
        step,
        asset,
        { transfers, quarantined: outcome.quarantined },
        { blacklist, since },
      );
    });
    at = outcome.cursor;
  }
  const readTo = Math.min(at.number, end.number);
  await inTransaction(ctx, (step) =>
    recordAudit(step, {
      action: 'deposit.rescan',
      subject: `network:${network}`,
      after: { from_block: fromBlock, read_to: readTo, found, reason },
    }),
  );
  return { read_to: readTo, next_block: readTo < end.number ? readTo + 1 : null, found };
}
