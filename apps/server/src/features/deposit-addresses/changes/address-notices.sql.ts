import { sql, type Selectable, type Generated } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FactoryChange } from '../../payment-methods/index.ts';
import { NEVER_OPENED, type DepositAddressRow } from '../deposit-addresses.sql.ts';
import type { Network } from '@portside/contract';

export type AddressNoticeRow = Selectable<AddressNoticesTable>;

/** How far buyers have been notified of the change, none at first; the row is locked until the transaction ends. */
export async function lockChange(
  db: Db,
  { methodId, network }: FactoryChange,
  now: Date,
): Promise<Selectable<FactoryChangesTable>> {
  await db
    .insertInto('factory_changes')
    .values({ method_id: methodId, network, created_at: now, done_at: null })
    .onConflict((conflict) => conflict.column('method_id').doNothing())
    .execute();
  return db
    .selectFrom('factory_changes')
    .selectAll()
    .where('method_id', '=', methodId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Whether every buyer was looked at: it stays so. */
export async function isDone(db: Db, methodId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('factory_changes')
    .select('done_at')
    .where('method_id', '=', methodId)
    .executeTakeFirst();
  return row !== undefined && row.done_at !== null;
}

export async function moveChange(
  db: Db,
  methodId: bigint,
  change: { readonly up_to_user: bigint } | { readonly done_at: Date },
): Promise<void> {
  await db.updateTable('factory_changes').set(change).where('method_id', '=', methodId).execute();
}

type Portion = { readonly after: bigint; readonly limit: number; readonly now: Date };

/**
 * Adds notices for the next buyers by id who had another address on the chain than the change's, or were told of one;
 * a change that ends own addresses concerns all who had one. Answers the last buyer looked at; null if nobody is
 * left.
 */
export async function insertNotices(
  db: Db,
  { methodId, network, chainId, factory }: FactoryChange,
  { after, limit, now }: Portion,
): Promise<bigint | null> {
  const { rows } = await sql<{ last: bigint | null }>`
    with looked as (
      select user_id, bool_or(factory_address is distinct from ${factory?.factory ?? null}::text) as had_other
      from deposit_addresses
      where user_id > ${after}::bigint and chain_id = ${chainId} and opened_at > ${NEVER_OPENED}
      group by user_id order by user_id limit ${limit}),
    told as (
      insert into address_notices (method_id, user_id, network, chain_id, created_at)
      select ${methodId}::bigint, user_id, ${network}, ${chainId}::bigint, ${now}::timestamptz from looked
      where had_other or exists (
        select from address_notices one where one.user_id = looked.user_id and one.chain_id = ${chainId})
      on conflict do nothing)
    select max(user_id) as last from looked`.execute(db);
  return rows[0]!.last;
}

type UnmailedNotice = { readonly id: bigint; readonly email: string; readonly isActive: boolean };

/** The first notices of the change whose e-mails were not queued; nobody else takes them until the transaction ends. */
export async function takeUnmailed(db: Db, methodId: bigint, limit: number): Promise<UnmailedNotice[]> {
  const { rows } = await sql<UnmailedNotice>`
    select notice.id, users.email, users.status = 'active' as "isActive"
    from address_notices notice join users on users.id = notice.user_id
    where notice.method_id = ${methodId} and notice.mailed_at is null
    order by notice.id limit ${limit} for update of notice skip locked`.execute(db);
  return rows;
}

/** Whether there is one whose e-mail was not queued. */
export async function hasUnmailed(db: Db, methodId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('address_notices')
    .select('id')
    .where('method_id', '=', methodId)
    .where('mailed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setMailed(db: Db, ids: readonly bigint[], now: Date): Promise<void> {
  await sql`update address_notices set mailed_at = ${now} where id = any(${idArray(ids)}::bigint[])`.execute(
    db,
  );
}

export const findNotice = (db: Db, id: bigint): Promise<AddressNoticeRow | undefined> =>
  db.selectFrom('address_notices').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * The user's notices that were neither dismissed nor followed by opening the address before that time, oldest first.
 */
export const listNotices = (db: Db, userId: bigint, openedAfter: Date): Promise<AddressNoticeRow[]> =>
  db
    .selectFrom('address_notices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('dismissed_at', 'is', null)
    .where((is) => is.or([is('opened_at', 'is', null), is('opened_at', '>', openedAfter)]))
    .orderBy('id')
    .execute();

/** The user has opened their address on the chain, so they know of its changes up to now. */
export async function setNoticesOpened(db: Db, userId: bigint, chainId: bigint, now: Date): Promise<void> {
  await db
    .updateTable('address_notices')
    .set({ opened_at: now })
    .where('user_id', '=', userId)
    .where('chain_id', '=', chainId)
    .where('opened_at', 'is', null)
    .execute();
}

/** False where the user has no such notice; dismissing it again changes nothing. */
export async function setDismissed(db: Db, userId: bigint, id: bigint, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('address_notices')
    .set((is) => ({ dismissed_at: is.fn.coalesce('dismissed_at', is.val(now)) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A buyer's addresses on the chain, the one opened last first; unchecked. */
export const listOwnRows = (db: Db, userId: bigint, chainId: bigint): Promise<DepositAddressRow[]> =>
  db
    .selectFrom('deposit_addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('chain_id', '=', chainId)
    .where('opened_at', '>', NEVER_OPENED)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Whether the buyer had an address of the change's factory before it. */
export async function hadAddress(
  db: Db,
  { chainId, factory, since }: FactoryChange,
  userId: bigint,
): Promise<boolean> {
  if (!factory) return false;
  const row = await db
    .selectFrom('deposit_addresses')
    .select('id')
    .where('user_id', '=', userId)
    .where('chain_id', '=', chainId)
    .where('factory_address', '=', factory.factory)
    .where('created_at', '<', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Up to which buyer a network's new factory was announced, by the method that brought it. */
type FactoryChangesTable = {
  method_id: bigint;
  network: Network;
  created_at: Date;
  up_to_user: Generated<bigint>;
  done_at: Date | null;
};

/** Notices to buyers: one for each change and buyer. */
type AddressNoticesTable = {
  id: Generated<bigint>;
  method_id: bigint;
  user_id: bigint;
  network: Network;
  chain_id: bigint;
  created_at: Date;
  mailed_at: Date | null;
  opened_at: Date | null;
  dismissed_at: Date | null;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    factory_changes: FactoryChangesTable;
    address_notices: AddressNoticesTable;
  }
}
