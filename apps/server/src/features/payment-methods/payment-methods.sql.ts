import { NETWORKS, type Network } from '@portside/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { PaymentMethodsTable } from './payment-methods.tables.ts';

export type PaymentMethodRow = Selectable<PaymentMethodsTable>;

const WATCHED_AFTER_RETIREMENT_MS = 90 * 24 * 60 * 60 * 1000;

/** The method of new top-ups, enabled or not; undefined where there is none. */
export const findActiveMethod = (db: Db, type: Network): Promise<PaymentMethodRow | undefined> =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('type', '=', type)
    .where('retired_at', 'is', null)
    .executeTakeFirst();

/** The method that was set last, active or retired. */
export const findNewestMethod = (db: Db, type: Network): Promise<PaymentMethodRow | undefined> =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Active methods in the order of the network records. */
export async function listActiveMethods(db: Db): Promise<PaymentMethodRow[]> {
  const rows = await db.selectFrom('payment_methods').selectAll().where('retired_at', 'is', null).execute();
  return NETWORKS.flatMap((network) => rows.find(({ type }) => type === network) ?? []);
}

/** Methods whose wallets are watched: the active one and those retired within 90 days, newest first. */
export const listWatchedMethods = (db: Db, type: Network, now: Date): Promise<PaymentMethodRow[]> =>
  db
    .selectFrom('payment_methods')
    .selectAll()
    .where('type', '=', type)
    .where((is) =>
      is.or([
        is('retired_at', 'is', null),
        is('retired_at', '>', new Date(now.getTime() - WATCHED_AFTER_RETIREMENT_MS)),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();

export async function retireMethod(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('payment_methods').set({ retired_at: now }).where('id', '=', id).execute();
}

export type NewMethod = Omit<PaymentMethodRow, 'id' | 'enabled' | 'created_at' | 'retired_at'>;

export const findMethod = (db: Db, id: bigint): Promise<PaymentMethodRow | undefined> =>
  db.selectFrom('payment_methods').selectAll().where('id', '=', id).executeTakeFirst();

export const listAllMethods = (db: Db): Promise<PaymentMethodRow[]> =>
  db.selectFrom('payment_methods').selectAll().orderBy('id', 'desc').execute();

export const hasEverHadMethod = async (db: Db, type: Network): Promise<boolean> =>
  (await db
    .selectFrom('payment_methods')
    .select('id')
    .where('type', '=', type)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function setMethodEnabled(db: Db, id: bigint, enabled: boolean): Promise<void> {
  await db.updateTable('payment_methods').set({ enabled }).where('id', '=', id).execute();
}

export async function insertMethod(
  db: Db,
  method: NewMethod & { readonly enabled: boolean },
  now: Date,
): Promise<void> {
  await db
    .insertInto('payment_methods')
    .values({ ...method, created_at: now, retired_at: null })
    .execute();
}
