import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import { byteaArray } from '../../platform/db/bytea-array.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RechargeRow } from './recharges.sql.ts';

/** The next top-ups without a MAC that a payment may still be for, in the order of their ids, locked. */
export const listToSeal = <Column extends keyof RechargeRow>(
  db: Db,
  columns: readonly Column[],
  after: bigint,
  limit: number,
): Promise<Pick<RechargeRow, Column | 'id'>[]> =>
  db
    .selectFrom('recharges')
    .select(['id', ...columns])
    .where('mac', 'is', null)
    .where((is) => is.or([is('state', 'in', ['waiting', 'seen', 'review']), is('is_reserved', '=', true)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .execute() as unknown as Promise<Pick<RechargeRow, Column | 'id'>[]>;

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
