import type { ChainTransfer } from '@portside/chain';
import type { Db } from '../../../platform/db/db.ts';
import type { AssetId } from '../deposits.sql.ts';

/**
 * Records what was moved from buyers' own addresses. What is known already is in the block where it was found now, and
 * counts again.
 */
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
    .onConflict((conflict) =>
      conflict.constraint('deposit_sweeps_identity').doUpdateSet((is) => ({
        block_number: is.ref('excluded.block_number'),
        block_time: is.ref('excluded.block_time'),
        // A sweep moves all that is there, which may be more in another block.
        amount_units: is.ref('excluded.amount_units'),
        is_confirmed: true,
      })),
    )
    .execute();
}

/** Sweeps above a block that is no longer certain count no more until they are read again. */
export async function doubtSweepsAbove(db: Db, chainId: bigint, blockNumber: number): Promise<void> {
  await db
    .updateTable('deposit_sweeps')
    .set({ is_confirmed: false })
    .where('chain_id', '=', chainId)
    .where('block_number', '>', blockNumber)
    .execute();
}
