import { sql, type ExpressionBuilder } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import { byteaArray } from '../../platform/db/bytea-array.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { statesOf } from './recharge-states.ts';
import type { RechargeRow } from './recharges.sql.ts';

/** The columns that decide whom a payment is credited to. They never change after the insertion. */
export const MAC_COLUMNS = [
  'order_id',
  'user_id',
  'network',
  'chain_id',
  'contract_address',
  'wallet_address',
  'checkout_address',
  'order_ref',
  'amount_micro',
  'pay_amount_micro',
  'created_at',
  'head_at_creation',
  'reserved_until',
  'is_requested',
] as const satisfies readonly (keyof RechargeRow)[];

export type SealedRecharge = Pick<RechargeRow, (typeof MAC_COLUMNS)[number]>;

/** Top-ups that a payment may still be credited to, by its amount or its address. */
export const mayBePaid = (is: ExpressionBuilder<Database, 'recharges'>) =>
  is.or([is('state', 'in', statesOf('recharging')), is('is_reserved', '=', true)]);

/** The next top-ups without a MAC that a payment may still be for, in the order of their ids, locked. */
export const listToSeal = (
  db: Db,
  after: bigint,
  limit: number,
): Promise<(SealedRecharge & Pick<RechargeRow, 'id'>)[]> =>
  db
    .selectFrom('recharges')
    .select(['id', ...MAC_COLUMNS])
    .where('mac', 'is', null)
    .where(mayBePaid)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute();

export async function saveMacs(
  db: Db,
  rows: readonly { readonly id: bigint; readonly mac: Buffer }[],
): Promise<void> {
  await sql`
    update recharges as stored set mac = new.mac
    from unnest(${idArray(rows.map(({ id }) => id))}::bigint[], ${byteaArray(rows.map(({ mac }) => mac))}::bytea[])
      as new (id, mac)
    where stored.id = new.id`.execute(db);
}

/** The top-ups of these order ids. */
export const listByOrderId = (db: Db, orderIds: readonly string[]): Promise<RechargeRow[]> =>
  db
    .selectFrom('recharges')
    .selectAll()
    .where((is) => is('order_id', '=', is.fn.any(is.val(orderIds))))
    .execute();
