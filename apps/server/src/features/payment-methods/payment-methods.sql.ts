import type { Network } from '@portside/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { PaymentMethodsTable } from './payment-methods.tables.ts';

export type PaymentMethodRow = Selectable<PaymentMethodsTable>;

export const WATCHED_AFTER_RETIREMENT_MS = 90 * 24 * 60 * 60 * 1000;

/** All methods of a network, newest first. Unchecked: `checkMethods` decides whether they are the shop's. */
export const listMethodRows = (db: Db, type: Network): Promise<PaymentMethodRow[]> =>
  db.selectFrom('payment_methods').selectAll().where('type', '=', type).orderBy('id', 'desc').execute();

/** The network of a method; undefined where there is no such method. */
export const findMethodNetwork = async (db: Db, id: bigint): Promise<Network | undefined> =>
  (await db.selectFrom('payment_methods').select('type').where('id', '=', id).executeTakeFirst())?.type;

export async function retireMethod(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('payment_methods').set({ retired_at: now }).where('id', '=', id).execute();
}

export type NewMethod = Omit<PaymentMethodRow, 'id' | 'enabled' | 'created_at' | 'retired_at'>;

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
