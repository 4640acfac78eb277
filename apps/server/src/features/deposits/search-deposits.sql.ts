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

/** Whose it is, and which top-up it paid; of a held one, whose top-up waits for it and which. */
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
      sql<string | null>`coalesce(u.username, ${ofReviewed('w.username')})`.as('username'),
      sql<
        string | null
      >`coalesce((select r.order_id from recharge_deposits rd join recharges r on r.id = rd.recharge_id
        where rd.deposit_id = d.id), ${ofReviewed('r.order_id')})`.as('order_id'),
    ]);

/** A held deposit is nobody's yet, but a top-up may wait for what becomes of it: found as a decision finds it. */
const ofReviewed = (column: 'r.order_id' | 'w.username') => sql<string | null>`
  case when d.state = 'held' then (
    select ${sql.ref(column)} from recharges r join users w on w.id = r.user_id
    where r.chain_id = d.chain_id and r.state = 'review' and r.tx_hash = d.tx_hash
      and (r.pay_amount_micro = d.amount_micro or r.order_ref = d.order_ref)
    order by r.id limit 1) end`;

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
