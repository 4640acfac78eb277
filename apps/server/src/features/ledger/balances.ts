import { formatBalance, type Network } from '@portside/contract';
import { sql, type Selectable } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { runQuery, query, type Query } from '../../platform/db/pipeline.ts';
import { availableAccountOf, type LedgerMovementsTable, type MovementKind } from './ledger.sql.ts';

/** Opens a new user's ledger account for spendable money, with a balance of zero. */
export async function openUserAccounts(db: Db, userId: bigint): Promise<void> {
  await db
    .insertInto('ledger_accounts')
    .values({
      id: availableAccountOf(userId),
      kind: 'available',
      user_id: userId,
      network: null,
      balance_micro: 0n,
    })
    .execute();
}

/** The account by which a network's coins come in. */
export async function findInflow(db: Db, network: Network): Promise<bigint> {
  const { id } = await db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('kind', '=', 'inflow')
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return id;
}

/** The spendable balance in micro-USDT, without a lock: it may be outdated when it is used. */
export async function readAvailableMicro(db: Db, userId: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance_micro')
    .where('id', '=', availableAccountOf(userId))
    .executeTakeFirstOrThrow();
  return row.balance_micro!;
}

/** All that the shop owes a user, in micro-USDT: balance and commission, and what is held of them for payouts. */
export async function readOwnedMicro(db: Db, userId: bigint): Promise<bigint> {
  const { owned } = await db
    .selectFrom('ledger_accounts')
    .select(({ fn }) => fn.sum<string | null>('balance_micro').as('owned'))
    .where('user_id', '=', userId)
    .where('kind', 'in', ['available', 'balanceReserve', 'commission', 'payoutReserve'])
    .where('balance_micro', '>', 0n)
    .executeTakeFirstOrThrow();
  return BigInt(owned ?? 0);
}

/** Shows a user's new balance on their open pages. */
export function publishBalance({ live }: Pick<Ctx, 'live'>, userId: bigint, balanceMicro: bigint): void {
  live.publish({ to: userId, name: 'balance', data: { balance: formatBalance(balanceMicro) } });
}

type BalanceRow = { readonly user_id: bigint; readonly balance_micro: bigint };

/** The users' spendable balances in micro-USDT. Locks their accounts, always in the order of their ids. */
export const spendableBalances = (userIds: readonly bigint[]): Query<BalanceRow, Map<bigint, bigint>> =>
  query(
    sql`
      select user_id, balance_micro from ledger_accounts
      where id = any(${idArray(userIds)}::bigint[])
      order by id for no key update`,
    (rows) => new Map(rows.map((row) => [row.user_id, row.balance_micro])),
  );

/** Balances in micro-USDT, locked until the transaction ends; users without an account are left out. */
export const lockBalances = (db: Db, userIds: readonly bigint[]): Promise<Map<bigint, bigint>> =>
  runQuery(db, spendableBalances(userIds));

/** The one movement of a business event; undefined if it moved nothing. */
export const findMovement = (
  db: Db,
  kind: MovementKind,
  reference: bigint,
): Promise<Selectable<LedgerMovementsTable> | undefined> =>
  db
    .selectFrom('ledger_movements')
    .selectAll()
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirst();

/** The bonuses that deposits earned, in micro-USDT by the deposit's id; those without one are absent. */
export async function findBonuses(db: Db, depositIds: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const rows = await db
    .selectFrom('ledger_movements')
    .select(['reference', 'amount_micro'])
    .where('kind', '=', 'bonus')
    .where('reference', '=', sql<bigint>`any(${idArray(depositIds)}::bigint[])`)
    .execute();
  return new Map(rows.map(({ reference, amount_micro: micro }) => [reference, micro]));
}

/** Adds to the cached balance of a user's account and returns the new one. The database refuses one below zero. */
export async function addToAccount(db: Db, account: bigint, amountMicro: bigint): Promise<bigint> {
  const row = await db
    .updateTable('ledger_accounts')
    .set({ balance_micro: sql`balance_micro + ${amountMicro}` })
    .where('id', '=', account)
    .returning('balance_micro')
    .executeTakeFirstOrThrow();
  return row.balance_micro!;
}

/**
 * A user's account of what they owe, with a balance below zero, or of commission or balance that is reserved for a payout; opened
 * when it is first needed.
 */
export async function openOwnAccount(
  db: Db,
  kind: 'debt' | 'payoutReserve' | 'balanceReserve',
  userId: bigint,
): Promise<bigint> {
  const { id } = await db
    .insertInto('ledger_accounts')
    .values({ kind, user_id: userId, network: null, balance_micro: 0n })
    // Changes nothing, but returns an account that is open already.
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet({ balance_micro: sql`ledger_accounts.balance_micro` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Opens an agent's commission account; an open one stays as it is. */
export async function openCommissionAccount(db: Db, userId: bigint): Promise<void> {
  await db
    .insertInto('ledger_accounts')
    .values({ kind: 'commission', user_id: userId, network: null, balance_micro: 0n })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doNothing())
    .execute();
}

type CommissionAccount = { readonly id: bigint; readonly balanceMicro: bigint };

/** Locked until the transaction ends; undefined if the user has none. */
export async function lockCommissionAccount(db: Db, userId: bigint): Promise<CommissionAccount | undefined> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_micro'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'commission')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && { id: row.id, balanceMicro: row.balance_micro! };
}

type LedgerMismatch = {
  readonly userId: bigint;
  readonly cachedMicro: bigint;
  readonly summedMicro: bigint;
};

/** Accounts of one statement, so that each stays far below the pool's query timeout, however long the ledger is. */
const ACCOUNTS = 100;

/**
 * Reconciles the ledger: the users' accounts whose cached balance differs from the sum of their movements. Empty where
 * all is well. Movements themselves balance by construction: each names both of its sides.
 */
export async function findLedgerMismatches(db: Db, accounts = ACCOUNTS): Promise<LedgerMismatch[]> {
  const mismatches: LedgerMismatch[] = [];
  for (let last = 0n; ;) {
    const { rows } = await sql<{ id: bigint; user_id: bigint; cached: bigint; summed: bigint }>`
      select a.id, a.user_id, a.balance_micro as cached, (
        coalesce((select sum(amount_micro) from ledger_movements
          where credit_account = a.id and credit_account >= 1000), 0)
        - coalesce((select sum(amount_micro) from ledger_movements
          where debit_account = a.id and debit_account >= 1000), 0))::bigint as summed
      from ledger_accounts a where a.id > ${last} and a.user_id is not null order by a.id limit ${accounts}`.execute(
      db,
    );
    for (const { user_id: userId, cached: cachedMicro, summed: summedMicro } of rows)
      if (cachedMicro !== summedMicro) mismatches.push({ userId, cachedMicro, summedMicro });
    if (rows.length < accounts) return mismatches;
    last = rows.at(-1)!.id;
  }
}
