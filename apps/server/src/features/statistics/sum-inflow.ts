import type { Network } from '@portside/contract';
import { readSetting } from '../settings/index.ts';
import { sumDeposits } from './daily-totals.sql.ts';
import { findRollup } from './rollups.sql.ts';
import type { Db } from '../../platform/db/db.ts';

const EVER = { from: '0001-01-01', to: '9999-12-31' };

/** The ledger's inflow of each network, less reversals, from the daily totals. Needs a transaction with one snapshot. */
export async function sumInflow(db: Db): Promise<Map<Network, bigint>> {
  const rollup = await findRollup(db, await readSetting(db, 'timeZone'));
  const inflow = new Map<Network, bigint>();
  for (const { network, amount_micro } of await sumDeposits(db, rollup, EVER))
    inflow.set(network, (inflow.get(network) ?? 0n) + amount_micro);
  return inflow;
}
