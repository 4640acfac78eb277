import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { availableAccountOf, type MovementKind, ADJUSTMENTS } from './ledger.sql.ts';
import { formatMicro, type BalanceMovement } from '@portside/contract';
import { fieldColumns } from '../../platform/http/send-list.ts';

/** As the account's holder sees it: the amount is negative where the account was debited. */
export type AccountMovement = {
  readonly id: bigint;
  readonly kind: MovementKind;
  readonly reference: bigint;
  readonly amountMicro: bigint;
  readonly createdAt: Date;
};

type Page = {
  readonly before: bigint | undefined;
  readonly limit: number;
  readonly period?: Period | undefined;
};

/** The movements of a user's spendable balance, newest first, before the one with that id. */
export const listAvailableMovements = (db: Db, userId: bigint, page: Page): Promise<AccountMovement[]> =>
  listMovementsOf(db, availableAccountOf(userId), page);

/** The movements of an agent's commission account, newest first, before the one with that id. */
export async function listCommissionMovements(
  db: Db,
  userId: bigint,
  page: Page,
): Promise<AccountMovement[]> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'commission')
    .executeTakeFirst();
  return account ? listMovementsOf(db, account.id, page) : [];
}

/** Reads each side by its own index, so that a long history costs no more than a short one. */
async function listMovementsOf(
  db: Db,
  account: bigint,
  { before, limit, period }: Page,
): Promise<AccountMovement[]> {
  const older = sql`${before === undefined ? sql`` : sql`and id < ${before}`} ${
    period ? sql`and created_at >= ${period.from} and created_at < ${period.to}` : sql``
  }`;
  const { rows } = await sql<AccountMovement>`
    (select id, kind, reference, amount_micro as "amountMicro", created_at as "createdAt"
      from ledger_movements where credit_account = ${account} and credit_account >= 1000 ${older}
      order by id desc limit ${limit})
    union all
    (select id, kind, reference, -amount_micro, created_at
      from ledger_movements where debit_account = ${account} and debit_account >= 1000 ${older}
      order by id desc limit ${limit})
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** From its first moment up to before its last. */
export type Period = { readonly from: Date; readonly to: Date };

type PeriodSums = {
  readonly openingMicro: bigint;
  readonly creditedMicro: bigint;
  /** Negative. */
  readonly debitedMicro: bigint;
  readonly movements: number;
};

/** A user's balance before a period, and what moved within it. Costs as much as the user's history until its end. */
export async function sumAvailableMovements(
  db: Db,
  userId: bigint,
  { from, to }: Period,
): Promise<PeriodSums> {
  const account = availableAccountOf(userId);
  const { rows } = await sql<PeriodSums>`
    select
      coalesce(sum(amount) filter (where at < ${from}), 0)::bigint as "openingMicro",
      coalesce(sum(amount) filter (where at >= ${from} and amount > 0), 0)::bigint as "creditedMicro",
      coalesce(sum(amount) filter (where at >= ${from} and amount < 0), 0)::bigint as "debitedMicro",
      (count(*) filter (where at >= ${from}))::int as movements
    from (
      select amount_micro as amount, created_at as at from ledger_movements
        where credit_account = ${account} and credit_account >= 1000 and created_at < ${to}
      union all
      select -amount_micro, created_at from ledger_movements
        where debit_account = ${account} and debit_account >= 1000 and created_at < ${to}) as moved`.execute(
    db,
  );
  return rows[0]!;
}

/** A user's movements in a period after the one with that id, oldest first. */
export async function listAvailableMovementsIn(
  db: Db,
  userId: bigint,
  { from, to }: Period,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<AccountMovement[]> {
  const account = availableAccountOf(userId);
  const part = sql`and id > ${after} and created_at >= ${from} and created_at < ${to} order by id limit ${limit}`;
  const { rows } = await sql<AccountMovement>`
    (select id, kind, reference, amount_micro as "amountMicro", created_at as "createdAt"
      from ledger_movements where credit_account = ${account} and credit_account >= 1000 ${part})
    union all
    (select id, kind, reference, -amount_micro, created_at
      from ledger_movements where debit_account = ${account} and debit_account >= 1000 ${part})
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** The amount is a decimal in USDT, negative where it left the account. */
export const presentMovement = (row: AccountMovement): BalanceMovement => ({
  id: row.id.toString(),
  kind: row.kind,
  reference: row.reference.toString(),
  amount: formatMicro(row.amountMicro),
  created_at: row.createdAt.toISOString(),
});

/** The columns of a CSV file of movements. */
export const MOVEMENT_COLUMNS = fieldColumns<BalanceMovement>('id', 'created_at', 'kind', 'reference', {
  number: 'amount',
});

const MANUAL_CREDITS_LOCK = 7_004;

/** Serialises manual credits until the transaction ends, so that each counts the ones before it. */
export async function lockManualCredits(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MANUAL_CREDITS_LOCK})`.execute(db);
}

/** The sum of manual credits since then, in micro-USDT. */
export async function sumManualCredits(db: Db, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('ledger_movements')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('kind', '=', 'adjustment')
    .where('debit_account', '=', ADJUSTMENTS)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

/**
 * Ids are drawn before they are committed, so a smaller one can appear after a larger one. The last ids drawn, and the
 * transactions that may hold smaller ones uncommitted: once those have ended, no id up to these can appear any more.
 */
type Watermark = {
  readonly movement: bigint;
  readonly account: bigint;
  /** Of orders' timelines. */
  readonly entry: bigint;
  readonly openTransactions: string[];
};

/** Read in this order, so that no transaction is missed: drawing an id locks its sequence until its transaction ends. */
export async function readWatermark(db: Db): Promise<Watermark> {
  const { rows } = await sql<Omit<Watermark, 'openTransactions'>>`
    select movements.last_value - (not movements.is_called)::int as movement,
      accounts.last_value - (not accounts.is_called)::int as account,
      entries.last_value - (not entries.is_called)::int as entry
    from ledger_movements_id_seq movements, ledger_account_ids accounts, order_timeline_id_seq entries`.execute(
    db,
  );
  return { ...rows[0]!, openTransactions: await findOpenTransactions(db) };
}

/** Other open transactions that have drawn the id of a movement, an account or an entry of a timeline. */
export async function findOpenTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ virtualtransaction: string }>`
    select distinct virtualtransaction from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and relation in ('ledger_movements_id_seq'::regclass, 'ledger_account_ids'::regclass,
        'order_timeline_id_seq'::regclass)`.execute(db);
  return rows.map((row) => row.virtualtransaction);
}
