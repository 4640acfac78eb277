import type { Network } from '@portside/contract';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import type { DepositState } from './deposit-states.ts';
import type { DepositRow } from './deposits.sql.ts';

export type DepositFilter = {
  readonly network: Network | undefined;
  readonly state: DepositState | undefined;
  readonly txHash: Hex | undefined;
  readonly senders: readonly Hex[] | undefined;
  readonly username: string | undefined;
  /** Unmatched ones below it are passed over. */
  readonly displayMinimumMicro: bigint;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  /** Only those recorded before this one. */
  readonly before: bigint | undefined;
};

/** Whose it is, and which top-up it paid. */
export type FoundDeposit = DepositRow & {
  readonly username: string | null;
  readonly order_id: string | null;
};

export async function searchDeposits(db: Db, filter: DepositFilter, limit: number): Promise<FoundDeposit[]> {
  const { network, state, txHash, senders, username, displayMinimumMicro, from, to, before } = filter;
  return db
    .selectFrom('deposits as d')
    .leftJoin('users as u', 'u.id', 'd.user_id')
    .selectAll('d')
    .select([
      'u.username',
      sql<
        string | null
      >`(select r.order_id from recharge_deposits rd join recharges r on r.id = rd.recharge_id
        where rd.deposit_id = d.id)`.as('order_id'),
    ])
    .where((is) => is.or([is('d.state', '<>', 'unmatched'), is('d.amount_micro', '>=', displayMinimumMicro)]))
    .$if(network !== undefined, (query) => query.where('d.network', '=', network!))
    .$if(state !== undefined, (query) => query.where('d.state', '=', state!))
    .$if(txHash !== undefined, (query) => query.where('d.tx_hash', '=', txHash!))
    .$if(senders !== undefined, (query) => query.where('d.from_address', 'in', senders!))
    .$if(username !== undefined, (query) => query.where('u.username', '=', username!))
    .$if(from !== undefined, (query) => query.where('d.recorded_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('d.recorded_at', '<=', to!))
    .$if(before !== undefined, (query) => query.where('d.id', '<', before!))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
}
