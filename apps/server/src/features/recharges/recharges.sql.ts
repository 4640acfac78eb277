import type { Network } from '@portside/contract';
import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { Hex } from 'viem';
import { inParts } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DepositRow, PendingTransferRow } from '../deposits/index.ts';
import { TAILS } from './reserved-amounts.ts';
import type { RechargeState } from './recharge-states.ts';

export type RechargesTable = {
  id: Generated<bigint>;
  order_id: string;
  user_id: bigint;
  network: Network;
  /** Chain and addresses as of the creation. */
  chain_id: bigint;
  contract_address: Hex;
  wallet_address: Hex;
  checkout_address: Hex | null;
  order_ref: Hex;
  amount_micro: bigint;
  pay_amount_micro: bigint;
  credited_micro: Generated<bigint>;
  state: Generated<RechargeState>;
  tx_hash: Hex | null;
  sender_address: Hex | null;
  paid_block: number | null;
  submitted_tx_hash: Hex | null;
  submitted_at: Generated<Date | null>;
  cancelled_at: Generated<Date | null>;
  idempotency_key: string;
  created_at: Date;
  /** Newest known block of the chain at the creation. */
  head_at_creation: number;
  expires_at: Date;
  is_reserved: Generated<boolean>;
  reserved_until: Date;
  /** The address block that a buyer without a credited top-up asked from; null for others, and once it is released. */
  reserved_address: string | null;
  /** False: made for a payment that arrived at its buyer's own address without a top-up. */
  is_requested: Generated<boolean>;
  /** What was accepted instead of `amount_micro`; null unless an admin assigned a payment that differs. */
  accepted_micro: Generated<bigint | null>;
  /** See recharge-macs.ts. */
  mac: Generated<Buffer | null>;
};

type RechargeDepositsTable = { deposit_id: bigint; recharge_id: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    recharges: RechargesTable;
    recharge_deposits: RechargeDepositsTable;
  }
}

export type RechargeRow = Selectable<RechargesTable>;

/** What top-ups are matched by: a recorded deposit or a pending transfer. */
export type IncomingPayment = Pick<
  PendingTransferRow,
  'chain_id' | 'tx_hash' | 'to_address' | 'amount_micro' | 'order_ref' | 'block_number' | 'block_time'
>;

export type NewRecharge = Insertable<RechargesTable> & { readonly mac: Buffer };

/** The new row; undefined where its order id, reference or exact amount is taken. */
export const insertRecharge = (db: Db, row: NewRecharge): Promise<RechargeRow | undefined> =>
  db
    .insertInto('recharges')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

type Cent = { readonly chainId: bigint; readonly wallet: Hex; readonly baseMicro: bigint };

/** A random amount of the cent that may be reserved (`isReservable`) and is not; null where there is none. */
export async function pickFreeAmount(db: Db, { chainId, wallet, baseMicro }: Cent): Promise<bigint | null> {
  const mostTail = TAILS.at(-1)!;
  const { rows } = await sql<{ amount: bigint }>`
    select amount from (
      select ${baseMicro}::bigint + tail as amount from generate_series(1, ${mostTail}) as tail where tail % 10 <> 0
      except
      select pay_amount_micro from recharges
      where is_reserved and chain_id = ${chainId} and wallet_address = ${wallet}
        and pay_amount_micro between ${baseMicro}::bigint + 1 and ${baseMicro}::bigint + ${mostTail}
    ) as free order by random() limit 1`.execute(db);
  return rows[0]?.amount ?? null;
}

export const findByKey = (db: Db, userId: bigint, key: string): Promise<RechargeRow | undefined> =>
  db
    .selectFrom('recharges')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

export const findOwnRecharge = (db: Db, userId: bigint, orderId: string): Promise<RechargeRow | undefined> =>
  db
    .selectFrom('recharges')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const lockOwnRecharge = (db: Db, userId: bigint, orderId: string): Promise<RechargeRow | undefined> =>
  db
    .selectFrom('recharges')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const getRecharge = (db: Db, id: bigint): Promise<RechargeRow> =>
  db.selectFrom('recharges').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

type RechargeFilter = {
  readonly states?: readonly RechargeState[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only top-ups older than this one. */
  readonly before?: bigint | undefined;
};

/** A user's top-ups, newest first. */
export function listOwnRecharges(
  db: Db,
  userId: bigint,
  filter: RechargeFilter,
  limit: number,
): Promise<RechargeRow[]> {
  let query = db
    .selectFrom('recharges')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.states) query = query.where('state', 'in', filter.states);
  if (filter.from) query = query.where('created_at', '>=', filter.from);
  if (filter.to) query = query.where('created_at', '<=', filter.to);
  return query.execute();
}

/**
 * Locks every top-up that one of the payments might pay, including those that have lost the reservation of their
 * amount; none of a closed profile, whose balance nobody could spend.
 */
export async function lockCandidates(
  db: Db,
  chainId: bigint,
  payments: readonly IncomingPayment[],
): Promise<RechargeRow[]> {
  if (payments.length === 0) return [];
  const { rows } = await sql<RechargeRow>`
    select * from recharges
    where chain_id = ${chainId} and (
      order_ref = any(${payments.flatMap((payment) => payment.order_ref ?? [])}::text[])
      or ((is_reserved or reserved_until >= ${oldestOf(payments)}) and chain_id = ${chainId}
        and wallet_address = any(${payments.map((payment) => payment.to_address)}::text[])
        and pay_amount_micro = any(${payments.map((payment) => payment.amount_micro)}::bigint[])))
      and not exists (select from users where users.id = recharges.user_id and status = 'closed')
    order by id for no key update`.execute(db);
  return rows;
}

const oldestOf = (payments: readonly IncomingPayment[]): Date =>
  new Date(Math.min(...payments.map(({ block_time }) => block_time.getTime())));

/** Locks the open top-ups that are to be paid to the own addresses that were paid. */
export async function lockOpenAt(
  db: Db,
  chainId: bigint,
  payments: readonly Pick<IncomingPayment, 'to_address'>[],
): Promise<RechargeRow[]> {
  if (payments.length === 0) return [];
  const addresses = payments.map(({ to_address }) => to_address);
  return db
    .selectFrom('recharges')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('state', 'in', ['waiting', 'seen'])
    .where((is) => is('wallet_address', '=', is.fn.any(is.val(addresses))))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export const lockSeen = (db: Db, chainId: bigint): Promise<RechargeRow[]> =>
  db
    .selectFrom('recharges')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('state', '=', 'seen')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

type PaymentColumns = Pick<RechargeRow, 'tx_hash' | 'sender_address' | 'paid_block'>;

/** The columns in which a top-up shows the transfer that paid it. */
export const paymentOf = (deposit: DepositRow): PaymentColumns => ({
  tx_hash: deposit.tx_hash,
  sender_address: deposit.from_address,
  paid_block: deposit.block_number,
});

/**
 * The top-up in review that this held deposit paid, locked: the owner's at an own address; at a wallet, the one of
 * its amount or name. One transaction may pay several.
 */
export const findReviewed = (db: Db, deposit: DepositRow): Promise<RechargeRow | undefined> =>
  db
    .selectFrom('recharges')
    .selectAll()
    .where('chain_id', '=', deposit.chain_id)
    .where('state', '=', 'review')
    .where('tx_hash', '=', deposit.tx_hash)
    .where((is) =>
      deposit.owner_id === null
        ? is.or([
            is.and([
              is('pay_amount_micro', '=', deposit.amount_micro),
              is('wallet_address', '=', deposit.to_address),
            ]),
            is('order_ref', '=', deposit.order_ref ?? is.lit(null)),
          ])
        : is.and([is('user_id', '=', deposit.owner_id), is('wallet_address', '=', deposit.to_address)]),
    )
    .orderBy((is) => is('pay_amount_micro', '=', deposit.amount_micro), 'desc')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The top-up that a deposit was added to, locked. */
export const lockPaidBy = (db: Db, depositId: bigint): Promise<RechargeRow | undefined> =>
  db
    .selectFrom('recharges')
    .selectAll('recharges')
    .innerJoin('recharge_deposits', 'recharge_deposits.recharge_id', 'recharges.id')
    .where('recharge_deposits.deposit_id', '=', depositId)
    .forNoKeyUpdate('recharges')
    .executeTakeFirst();

/**
 * The deposit that counted, of those of a top-up that are credited: the exact amount, else the largest, else the first.
 */
export const findCountingDeposit = (
  db: Db,
  { id, pay_amount_micro }: Pick<RechargeRow, 'id' | 'pay_amount_micro'>,
): Promise<DepositRow | undefined> =>
  db
    .selectFrom('deposits')
    .selectAll('deposits')
    .innerJoin('recharge_deposits', 'recharge_deposits.deposit_id', 'deposits.id')
    .where('recharge_deposits.recharge_id', '=', id)
    .where('deposits.state', '=', 'credited')
    .orderBy((is) => is('deposits.amount_micro', '=', pay_amount_micro), 'desc')
    .orderBy('deposits.amount_micro', 'desc')
    .orderBy('deposits.id')
    .limit(1)
    .executeTakeFirst();

/** Subtracts a reversed deposit. */
export const subtractDeposit = (db: Db, id: bigint, amountMicro: bigint): Promise<RechargeRow> =>
  db
    .updateTable('recharges')
    .set((row) => ({ credited_micro: row('credited_micro', '-', amountMicro) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Moves a top-up from one of the states `from`; undefined where it is in none of them. */
export const moveRecharge = (
  db: Db,
  id: bigint,
  from: readonly RechargeState[],
  to: RechargeState,
  columns: Partial<PaymentColumns> | { readonly cancelled_at: Date } = {},
): Promise<RechargeRow | undefined> =>
  db
    .updateTable('recharges')
    .set({ state: to, ...columns })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();

/**
 * Deletes a seen top-up that was made for a payment, unless anything refers to it. Answers it; undefined where it stays.
 */
export async function deleteUnrequested(db: Db, id: bigint): Promise<RechargeRow | undefined> {
  const { rows } = await sql<RechargeRow>`
    delete from recharges r where id = ${id} and not is_requested and state = 'seen'
      and not exists (select from recharge_deposits where recharge_id = r.id)
      and not exists (select from recharge_tickets where recharge_id = r.id)
      and not exists (select from recharge_authorizations where recharge_id = r.id)
    returning r.*`.execute(db);
  return rows[0];
}

/** Adds deposits to a top-up. The database refuses a deposit that was already added to one. */
export async function addDeposits(db: Db, id: bigint, deposits: readonly DepositRow[]): Promise<RechargeRow> {
  const added = deposits.map((deposit) => ({ deposit_id: deposit.id, recharge_id: id }));
  for (const part of inParts(added)) await db.insertInto('recharge_deposits').values(part).execute();
  const sum = deposits.reduce((total, { amount_micro }) => total + amount_micro, 0n);
  return db
    .updateTable('recharges')
    .set((row) => ({ credited_micro: row('credited_micro', '+', sum) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Completion = PaymentColumns & { readonly accepted_micro: bigint | null };

/** Makes a top-up successful, showing the payment that counted. */
export const completeRecharge = (db: Db, id: bigint, completion: Completion): Promise<RechargeRow> =>
  db
    .updateTable('recharges')
    .set({ state: 'credited', ...completion })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Shows another payment on a top-up. */
export const showPaymentOf = (db: Db, id: bigint, payment: PaymentColumns): Promise<RechargeRow> =>
  db.updateTable('recharges').set(payment).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const saveSubmittedTxHash = (db: Db, id: bigint, txHash: Hex, now: Date): Promise<RechargeRow> =>
  db
    .updateTable('recharges')
    .set({ submitted_tx_hash: txHash, submitted_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
