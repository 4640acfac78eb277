import type { Network } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import type { DepositRow, PendingTransferRow } from './deposits.sql.ts';

/** What one step credits at most: anybody can send any number of tiny payments. */
const MOST = 200;

/** A buyer's largest deposits of a chain that wait below the minimum, locked, in the order of recording. */
export async function lockSmallDeposits(db: Db, ownerId: bigint, chainId: bigint): Promise<DepositRow[]> {
  const rows = await db
    .selectFrom('deposits')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chain_id', '=', chainId)
    .where('state', '=', 'small')
    .where('is_confirmed', '=', true)
    .orderBy('amount_micro', 'desc')
    .limit(MOST)
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((a, b) => Number(a.id - b.id));
}

type SmallSum = { readonly network: Network; readonly chain_id: bigint; readonly sum: string };

/** The sum of a buyer's deposits that wait below the minimum, in micro-USDT by chain; of one chain if it is given. */
export const sumSmallDeposits = (db: Db, ownerId: bigint, chainId?: bigint): Promise<SmallSum[]> =>
  db
    .selectFrom('deposits')
    .select((of) => ['network', 'chain_id', of.fn.sum<string>('amount_micro').as('sum')])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'small')
    .where('is_confirmed', '=', true)
    .$if(chainId !== undefined, (of) => of.where('chain_id', '=', chainId!))
    .groupBy(['network', 'chain_id'])
    .execute();

export type SmallTransfer = Pick<
  PendingTransferRow,
  'chain_id' | 'tx_hash' | 'ordinal' | 'amount_micro' | 'block_time'
>;

/** The newest of a buyer's deposits of a chain that wait below the minimum. */
export const listSmallDeposits = (
  db: Db,
  ownerId: bigint,
  chainId: bigint,
  limit: number,
): Promise<SmallTransfer[]> =>
  db
    .selectFrom('deposits')
    .select(['chain_id', 'tx_hash', 'ordinal', 'amount_micro', 'block_time'])
    .where('owner_id', '=', ownerId)
    .where('chain_id', '=', chainId)
    .where('state', '=', 'small')
    .where('is_confirmed', '=', true)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The newest transfers to a buyer's own addresses that are not final yet. */
export const listOwnPending = (
  db: Db,
  ownerId: bigint,
  limit: number,
): Promise<(SmallTransfer & { readonly network: Network })[]> =>
  db
    .selectFrom('pending_transfers')
    .innerJoin('chain_statuses', 'chain_statuses.chain_id', 'pending_transfers.chain_id')
    .select(['network', 'pending_transfers.chain_id', 'tx_hash', 'ordinal', 'amount_micro', 'block_time'])
    .where('owner_id', '=', ownerId)
    .where('amount_micro', '>', 0n)
    .orderBy('block_time', 'desc')
    .limit(limit)
    .execute();
