import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { DepositAddressesTable } from './deposit-addresses.tables.ts';

export type DepositAddressRow = Selectable<DepositAddressesTable>;

/** The buyer's row for that chain and factory: this one, unless there was one before, which stays as it is. */
export async function keepAddress(db: Db, row: Omit<DepositAddressRow, 'id'>): Promise<DepositAddressRow> {
  await db
    .insertInto('deposit_addresses')
    .values(row)
    .onConflict((conflict) => conflict.constraint('deposit_addresses_one_each').doNothing())
    .execute();
  return db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('user_id', '=', row.user_id)
    .where('chain_id', '=', row.chain_id)
    .where('factory_address', '=', row.factory_address)
    .executeTakeFirstOrThrow();
}
