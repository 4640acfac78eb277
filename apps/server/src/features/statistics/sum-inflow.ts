import type { Network } from '@portside/contract';
import { readSetting } from '../settings/index.ts';
import { sumDepositsByNetwork } from './daily-totals.sql.ts';
import { findRollup } from './rollups.sql.ts';
import type { Db } from '../../platform/db/db.ts';

/**
 * The ledger's inflow of each network, less reversals, from the daily totals. Needs a transaction with one snapshot.
 */
export async function sumInflow(db: Db): Promise<Map<Network, bigint>> {
  const rollup = await findRollup(db, await readSetting(db, 'timeZone'));
  const sums = await sumDepositsByNetwork(db, rollup);
  return new Map(sums.map(({ network, amount_micro }) => [network, amount_micro]));
}
