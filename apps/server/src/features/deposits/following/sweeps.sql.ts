import type { ChainTransfer } from '@portside/chain';
import type { Db } from '../../../platform/db/db.ts';
import type { AssetId } from '../deposits.sql.ts';

/** Records what was moved from buyers' own addresses; what is known already is skipped. */
export async function insertSweeps(
  db: Db,
  { network, chainId }: AssetId,
  transfers: readonly ChainTransfer[],
  now: Date,
): Promise<void> {
  if (transfers.length === 0) return;
  await db
    .insertInto('deposit_sweeps')
    .values(
      transfers.map(({ txHash, ordinal, blockNumber, blockTime, from, to, amountUnits }) => ({
        network,
        chain_id: chainId,
        tx_hash: txHash,
        ordinal,
        block_number: blockNumber,
        block_time: new Date(blockTime * 1000),
        from_address: from,
        to_address: to,
        amount_units: amountUnits.toString(),
        recorded_at: now,
      })),
    )
    .onConflict((conflict) => conflict.constraint('deposit_sweeps_identity').doNothing())
    .execute();
}
