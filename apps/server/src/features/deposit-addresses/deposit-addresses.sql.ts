import type { Selectable } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import type { DepositAddressesTable } from './deposit-addresses.tables.ts';

export type DepositAddressRow = Selectable<DepositAddressesTable>;

/** The buyer's row for that chain and factory: this one, unless there was one before, which stays as it is. */
export async function keepAddress(
  db: Db,
  row: Omit<DepositAddressRow, 'id' | 'paid_at'>,
): Promise<DepositAddressRow> {
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

/** The buyer was shown the address now: it is read with every scan for a while. */
export async function setOpened(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('deposit_addresses').set({ opened_at: now }).where('id', '=', id).execute();
}

/** Payments to these addresses of the chain were recorded now; unknown addresses are ignored. */
export async function setPaid(db: Db, chainId: bigint, addresses: readonly Hex[], now: Date): Promise<void> {
  await db
    .updateTable('deposit_addresses')
    .set({ paid_at: now })
    .where('chain_id', '=', chainId)
    .where((is) => is('address', '=', is.fn.any(is.val(addresses))))
    .execute();
}

/** The rows of these addresses on the chain, unchecked: a row does not prove whose the address is (`findOwners`). */
export const listRows = (db: Db, chainId: bigint, addresses: readonly Hex[]): Promise<DepositAddressRow[]> =>
  db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where((is) => is('address', '=', is.fn.any(is.val(addresses))))
    .execute();

type Recent = { readonly openedAfter: Date; readonly paidAfter: Date };
export type WatchedAddress = Pick<DepositAddressRow, 'address' | 'created_at'>;

/** The chain's addresses, oldest first: all, or those opened or paid since the given moments. */
export const listAddresses = (db: Db, chainId: bigint, recent: Recent | null): Promise<WatchedAddress[]> => {
  const all = db
    .selectFrom('deposit_addresses')
    .select(['address', 'created_at'])
    .where('chain_id', '=', chainId)
    .orderBy('id');
  if (recent === null) return all.execute();
  return all
    .where((is) => is.or([is('opened_at', '>', recent.openedAfter), is('paid_at', '>', recent.paidAfter)]))
    .execute();
};

/** Whether any address of the chain was opened after that time. */
export async function isAnyOpened(db: Db, chainId: bigint, after: Date): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_addresses')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('opened_at', '>', after)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
