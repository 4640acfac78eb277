import type { Insertable, ExpressionBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { isMacRight, macOf, type MacFacts } from '../../platform/keys/row-macs.ts';
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
import type { Database, Db } from '../../platform/db/db.ts';
import { statesOf } from './recharge-states.ts';

const TABLE = 'recharges';

type Sealer = Pick<Ctx, 'db' | 'keyring'>;

/** For a row that the shop is about to insert. */
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

/** The top-ups of these order ids. */
export const listByOrderId = (db: Db, orderIds: readonly string[]): Promise<RechargeRow[]> =>
  db
    .selectFrom('recharges')
    .selectAll()
    .where((is) => is('order_id', '=', is.fn.any(is.val(orderIds))))
    .execute();
