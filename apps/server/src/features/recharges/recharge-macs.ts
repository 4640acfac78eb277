import { type Insertable, sql, type ExpressionBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { isMacRight, macOf, sealRowsOnce, type MacFacts } from '../../platform/keys/row-macs.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import {
  insertRecharge,
  lockCandidates,
  lockOpenAt,
  type NewRecharge,
  type IncomingPayment,
  type RechargeRow,
  type RechargesTable,
} from './recharges.sql.ts';
import { idArray, byteaArray } from '../../platform/db/arrays.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { statesOf } from './recharge-states.ts';

const TABLE = 'recharges';
const ROWS_AT_ONCE = 1_000;

type Sealer = Pick<Ctx, 'db' | 'keyring'>;

/** For a row that the shop is about to insert, or inserted before there were MACs. */
export const macOfRecharge = (keyring: Keyring, row: SealedRecharge): Buffer =>
  macOf(keyring, TABLE, factsOf(row));

const factsOf = (row: SealedRecharge): MacFacts =>
  Object.fromEntries(MAC_COLUMNS.map((column) => [column, row[column]]));

/** Whether the shop itself has made this top-up, for this buyer, with this amount and these addresses. */
export const isGenuine = (
  { keyring }: Pick<Ctx, 'keyring'>,
  row: SealedRecharge & Pick<RechargeRow, 'mac'>,
): boolean => isMacRight(keyring, TABLE, factsOf(row), row.mac);

/** Inserts a top-up with its MAC; undefined where its order id, reference or exact amount is taken. */
export const insertSealed = (
  { db, keyring }: Sealer,
  row: Insertable<RechargesTable> & SealedRecharge,
): Promise<RechargeRow | undefined> =>
  insertRecharge(db, { ...row, mac: macOfRecharge(keyring, row) } satisfies NewRecharge);

/**
 * Locks every top-up that one of the payments might pay; `findPaidRecharge` decides. Leaves out those written or
 * changed outside the shop: their payments stay unmatched, for people to decide.
 */
export const lockPayable = async (
  ctx: Sealer,
  chainId: bigint,
  payments: readonly IncomingPayment[],
): Promise<RechargeRow[]> =>
  (await lockCandidates(ctx.db, chainId, payments)).filter((row) => isGenuine(ctx, row));

/** Locks the open top-ups that are to be paid to the own addresses that were paid, as `lockPayable` does. */
export const lockPayableAt = async (
  ctx: Sealer,
  chainId: bigint,
  payments: readonly Pick<IncomingPayment, 'to_address'>[],
): Promise<RechargeRow[]> =>
  (await lockOpenAt(ctx.db, chainId, payments)).filter((row) => isGenuine(ctx, row));

/** The first start with MACs takes open and reserved top-ups as they are. */
export const sealFirstRecharges = (ctx: Ctx): Promise<void> => sealRowsOnce(ctx, TABLE, sealAll);

async function sealAll({ db, keyring }: Sealer): Promise<number> {
  let [count, after] = [0, 0n];
  for (;;) {
    const rows = await listToSeal(db, after, ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (!last) return count;
    await saveMacs(
      db,
      rows.map((row) => ({ id: row.id, mac: macOfRecharge(keyring, row) })),
    );
    [count, after] = [count + rows.length, last.id];
  }
}

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
const listToSeal = (
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

async function saveMacs(
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
