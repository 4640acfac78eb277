import type { Pool } from 'pg';
import { describeFindings } from '../describe-findings.ts';
import { StartError } from '../start-error.ts';
import { describeLoss } from './connections/database-outage.ts';
import { createDb } from './db.ts';
import { listSwitchedOff } from './standbys.sql.ts';
import { findUnsafeStandbys } from './unsafe-standbys.ts';

/**
 * Refuses to start (StartError) on a PostgreSQL that may lose transactions it has acknowledged: by itself, or in a
 * failover to a standby that does not have them yet, which `acceptAsyncStandby` accepts.
 */
export const requireDurablePostgres = (pool: Pool, acceptAsyncStandby: boolean): Promise<void> =>
  requireAnswer(async () => {
    const db = createDb(pool);
    const [off] = await listSwitchedOff(db);
    if (off !== undefined) throw new StartError(`PostgreSQL runs with ${off} = off: real money needs it on`);
    if (acceptAsyncStandby) return;
    const unsafe = await findUnsafeStandbys(db);
    if (unsafe === null) return;
    const reason = describeFindings('en', [unsafe]);
    throw new StartError(
      `A failover of PostgreSQL would lose orders and sell accounts twice. ${reason}\n` +
        'ACCEPT_ASYNC_STANDBY=1 takes the risk, for a standby that never takes over by itself.',
    );
  });

/** Throws a StartError where the database does not answer. */
export const requireAnsweringPostgres = (pool: Pool): Promise<void> =>
  requireAnswer(async () => void (await pool.query('select 1')));

async function requireAnswer(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: the database does not answer (${describeLoss(error)})`, error);
  }
}
