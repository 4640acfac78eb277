import type { Network } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import type { RechargeState } from './recharge-states.ts';

/** Late payments are still looked for closely. */
const LATE_MS = 60 * 60 * 1000;
const OPEN: readonly RechargeState[] = ['waiting', 'seen'];
const ENDED: readonly RechargeState[] = ['expired', 'cancelled'];

/** Whether a top-up of the network is open, or ended unpaid within the last hour. */
export async function isPaymentAwaited(db: Db, network: Network, now: Date): Promise<boolean> {
  const newest = await Promise.all(
    [...OPEN, ...ENDED].map((state) =>
      db
        .selectFrom('recharges')
        .select(['state', 'expires_at'])
        .where('network', '=', network)
        .where('state', '=', state)
        .orderBy((row) => row.neg('id'))
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return newest.some(
    (one) => one && (OPEN.includes(one.state) || now.getTime() - one.expires_at.getTime() < LATE_MS),
  );
}
