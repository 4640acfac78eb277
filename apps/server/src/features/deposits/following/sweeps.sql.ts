import type { ChainTransfer } from '@portside/chain';
import type { Network } from '@portside/contract';
import { sql, type Generated } from 'kysely';
import type { Hex } from 'viem';
import { inParts } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { AssetId } from '../deposits.sql.ts';

/** What was moved from buyers' own addresses to the treasury. */
type DepositSweepsTable = {
  id: Generated<bigint>;
  network: Network;
  chain_id: bigint;
  tx_hash: Hex;
  ordinal: number;
  block_number: number;
  block_time: Date;
  from_address: Hex;
  to_address: Hex;
  amount_units: string;
  /** How much of it had arrived at the address without being recorded. */
  unrecorded_units: Generated<string>;
  recorded_at: Date;
  /** False while its block is in doubt, after a chain was set back. */
  is_confirmed: Generated<boolean>;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    deposit_sweeps: DepositSweepsTable;
  }
}

/** Records what was moved from buyers' own addresses. A known sweep takes its present block and is certain again. */
export async function insertSweeps(
  db: Db,
  { network, chainId }: AssetId,
  transfers: readonly ChainTransfer[],
  now: Date,
): Promise<void> {
  const rows = transfers.map(({ txHash, ordinal, blockNumber, blockTime, from, to, amountUnits }) => ({
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
  }));
  for (const part of inParts(rows))
    await db
      .insertInto('deposit_sweeps')
      .values(part)
      .onConflict((conflict) =>
        conflict.constraint('deposit_sweeps_identity').doUpdateSet((is) => ({
          block_number: is.ref('excluded.block_number'),
          block_time: is.ref('excluded.block_time'),
          // A sweep moves the whole balance, which may differ in another block.
          amount_units: is.ref('excluded.amount_units'),
          unrecorded_units: is.ref('excluded.unrecorded_units'),
          is_confirmed: true,
        })),
      )
      .execute();
}

/** Sweeps above a block in doubt do not count until they are read again. */
export async function doubtSweepsAbove(db: Db, chainId: bigint, blockNumber: number): Promise<void> {
  await db
    .updateTable('deposit_sweeps')
    .set({ is_confirmed: false })
    .where('chain_id', '=', chainId)
    .where('block_number', '>', blockNumber)
    .execute();
}

/**
 * Finds how much the sweeps of these addresses moved beyond what was recorded there by their blocks: that arrived
 * unrecorded, and later deposits must not make up for it. Call it after every change to an address's deposits or
 * sweeps, so that deposits recorded after their sweep count too.
 */
export async function settleSweeps(db: Db, chainId: bigint, addresses: readonly Hex[]): Promise<void> {
  if (addresses.length === 0) return;
  const order = sql`(partition by address order by block_number, step, id)`;
  await sql`
    with swept as materialized (
      select distinct from_address as address from deposit_sweeps
      where chain_id = ${chainId} and from_address in (${sql.join(addresses)})),
    moved as (
      select to_address as address, block_number, 0 as step, id, amount_units as units from deposits
      where chain_id = ${chainId} and to_address in (select address from swept)
        and owner_id is not null and (state <> 'reversed' or is_confirmed)
      union all
      select from_address, block_number, 1, id, -amount_units from deposit_sweeps
      where chain_id = ${chainId} and from_address in (select address from swept) and is_confirmed),
    balances as (select *, sum(units) over ${order} as balance from moved),
    lows as (select *, greatest(-min(balance) over ${order}, 0) as unrecorded from balances),
    found as (select id, step, unrecorded - lag(unrecorded, 1, 0::numeric) over ${order} as units from lows)
    update deposit_sweeps s set unrecorded_units = found.units
    from found where found.step = 1 and found.id = s.id and found.units <> s.unrecorded_units`.execute(db);
}
