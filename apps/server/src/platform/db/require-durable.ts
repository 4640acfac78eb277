import type { Pool } from 'pg';
import { describeFindings } from '../describe-findings.ts';
import { StartError } from '../start-error.ts';
import { describeLoss } from './database-outage.ts';
import { createDb } from './db.ts';
import { findUnsafeStandbys } from './unsafe-standbys.ts';

const NEEDED = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Refuses to start (StartError) on a PostgreSQL that may lose transactions it has acknowledged: by itself, or in a
 * failover to a standby that does not have them yet, which `acceptAsyncStandby` accepts.
 */
export async function requireDurablePostgres(pool: Pool, acceptAsyncStandby: boolean): Promise<void> {
  try {
    for (const setting of NEEDED) {
      const { rows } = await pool.query<Record<string, string>>(`show ${setting}`);
      if (rows[0]?.[setting] === 'off')
        throw new StartError(`PostgreSQL runs with ${setting} = off: real money needs it on`);
    }
    if (acceptAsyncStandby) return;
    const unsafe = await findUnsafeStandbys(createDb(pool));
    if (unsafe === null) return;
    const reason = describeFindings('en', [unsafe]);
    throw new StartError(
      `A failover of PostgreSQL would lose orders and sell accounts twice. ${reason}\n` +
        'ACCEPT_ASYNC_STANDBY=1 takes the risk, for a standby that never takes over by itself.',
    );
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: the database does not answer (${describeLoss(error)})`, error);
  }
}
