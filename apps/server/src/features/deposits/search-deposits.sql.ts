import type { Network } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import { textArray } from '../../platform/db/arrays.ts';
import { directionOf, pastId, type IdPlace } from '../../platform/db/by-id.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DepositState } from './deposit-states.ts';
import type { DepositRow } from './deposits.sql.ts';

export type DepositFilter = {
  readonly network: Network | undefined;
  readonly state: DepositState | undefined;
  readonly txHash: Hex | undefined;
  readonly senders: readonly Hex[] | undefined;
  readonly userId: bigint | undefined;
  /** Unmatched ones below it are passed over. */
  readonly displayMinimumMicro: bigint;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
};

/** Whose it is, and which top-up it paid. */
export type FoundDeposit = DepositRow & {
  readonly username: string | null;
  readonly order_id: string | null;
};

export const selectFound = (db: Db) =>
  db
    .selectFrom('deposits as d')
    .leftJoin('users as u', 'u.id', 'd.user_id')
    .selectAll('d')
    .select([
      'u.username',
      sql<
        string | null
      >`(select r.order_id from recharge_deposits rd join recharges r on r.id = rd.recharge_id
        where rd.deposit_id = d.id)`.as('order_id'),
    ]);

/** By the time of their recording. */
export const searchDeposits = (
  db: Db,
  filter: DepositFilter,
  place: IdPlace,
  limit: number,
): Promise<FoundDeposit[]> =>
  selectFound(db)
    .where(holding(filter))
    .where(pastId('d.id', place))
    .orderBy('d.id', directionOf(place))
    .limit(limit)
    .execute();

type Columns = { readonly sender: RawBuilder<unknown>; readonly user: RawBuilder<unknown> };
const COLUMNS: Columns = { sender: sql`d.from_address`, user: sql`d.user_id` };

export function holding(filter: DepositFilter, columns = COLUMNS): RawBuilder<boolean> {
  const { network, state, txHash, senders, userId, displayMinimumMicro, from, to } = filter;
  const parts = [sql`(d.state <> 'unmatched' or d.amount_micro >= ${displayMinimumMicro})`];
  if (network !== undefined) parts.push(sql`d.network = ${network}`);
  if (state !== undefined) parts.push(sql`d.state = ${state}`);
  if (txHash !== undefined) parts.push(sql`d.tx_hash = ${txHash}`);
  if (senders !== undefined) parts.push(sql`${columns.sender} = any(${textArray(senders)}::text[])`);
  if (userId !== undefined) parts.push(sql`${columns.user} = ${userId}`);
  if (from !== undefined) parts.push(sql`d.recorded_at >= ${from}`);
  if (to !== undefined) parts.push(sql`d.recorded_at <= ${to}`);
  return sql`${sql.join(parts, sql` and `)}`;
}
