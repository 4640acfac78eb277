import type { Db } from '../../platform/db/db.ts';
import type { DepositRow } from './deposits.sql.ts';

/** What one step credits at most: anybody can send any number of tiny payments. */
const MOST = 200;

/** The largest of a buyer's deposits of a chain that wait below the minimum, locked; in the order of their recording. */
export async function lockSmallDeposits(db: Db, ownerId: bigint, chainId: bigint): Promise<DepositRow[]> {
  const rows = await db
    .selectFrom('deposits')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chain_id', '=', chainId)
    .where('state', '=', 'small')
    .orderBy('amount_micro', 'desc')
    .limit(MOST)
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((a, b) => Number(a.id - b.id));
}
