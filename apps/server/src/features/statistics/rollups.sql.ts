import { sql, type Selectable, type Generated } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Network } from '@portside/contract';

export type Rollup = Selectable<RollupsTable>;

/** The rollup to read: the one in the wanted time zone once it is ready, until then another. */
export const findRollup = (db: Db, timeZone: string): Promise<Rollup> =>
  db
    .selectFrom('rollups')
    .selectAll()
    .orderBy(sql`is_ready and time_zone = ${timeZone}`, 'desc')
    .orderBy('is_ready', 'desc')
    .orderBy(sql`time_zone = ${timeZone}`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Whether the months have every movement that the days have: not after another version of the shop rolled up. */
export const areMonthsSummed = (rollup: Rollup): boolean =>
  rollup.sales_by_month_movement === rollup.rolled_up_movement;

/** Locks the rollup of a time zone, created if necessary; undefined while another process has it locked. */
export async function lockRollup(db: Db, timeZone: string): Promise<Rollup | undefined> {
  const lock = () =>
    db
      .selectFrom('rollups')
      .selectAll()
      .where('time_zone', '=', timeZone)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
  const existing = await lock();
  if (existing) return existing;
  await db
    .insertInto('rollups')
    .values({ time_zone: timeZone })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lock();
}

export async function updateRollup(db: Db, { id, ...rollup }: Rollup): Promise<void> {
  await db.updateTable('rollups').set(rollup).where('id', '=', id).execute();
}

/** Deletes all other rollups with their totals. */
export async function deleteOtherRollups(db: Db, id: number): Promise<void> {
  await db.deleteFrom('rollups').where('id', '<>', id).execute();
}

type Watermark = Pick<Rollup, 'marked_movement' | 'marked_user' | 'waits_for'>;

/**
 * The last ids drawn, and the transactions that may hold smaller ones uncommitted: drawing an id locks its sequence
 * until the end of the transaction. Read in this order, so that no transaction is missed.
 */
export async function readWatermark(db: Db): Promise<Watermark> {
  const last = await sql<{ movement: bigint; person: bigint }>`
    select movements.last_value - (not movements.is_called)::int as movement,
      people.last_value - (not people.is_called)::int as person
    from ledger_movements_id_seq movements, ledger_account_ids people`.execute(db);
  const { movement, person } = last.rows[0]!;
  return { marked_movement: movement, marked_user: person, waits_for: await findOpenTransactions(db) };
}

/** Other open transactions that have drawn the id of a movement or a user. */
export async function findOpenTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ virtualtransaction: string }>`
    select distinct virtualtransaction from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and relation in ('ledger_movements_id_seq'::regclass, 'ledger_account_ids'::regclass)`.execute(db);
  return rows.map((row) => row.virtualtransaction);
}

type RollupsTable = {
  id: Generated<number>;
  time_zone: string;
  /** It has caught up once, so that readers have little to add. */
  is_ready: Generated<boolean>;
  rolled_up_movement: Generated<bigint>;
  rolled_up_user: Generated<bigint>;
  marked_movement: Generated<bigint>;
  marked_user: Generated<bigint>;
  waits_for: Generated<string[]>;
  /** Up to which movement `sold_goods` counts. A version from before it was counted leaves it behind. */
  sold_goods_movement: Generated<bigint>;
  /** The same for `sales_by_month`. */
  sales_by_month_movement: Generated<bigint>;
};

/** What a day's totals are grouped by: nothing, product or agent. */
export type SalesBy = 'all' | 'goods' | 'agent';

type SalesSums = {
  rollup_id: number;
  by: SalesBy;
  key: bigint;
  orders: bigint;
  items: bigint;
  amount_micro: bigint;
  refunds: bigint;
  refunded_micro: bigint;
  commission_micro: bigint;
};

type SalesByDayTable = SalesSums & { day: string };

/** The sums of the days of each month; `month` is its first day. */
type SalesByMonthTable = SalesSums & { month: string };

/** Accounts of a product ever sold, as far as they are rolled up. */
type SoldGoodsTable = { rollup_id: number; goods_id: bigint; items: bigint };

type DepositsByDayTable = {
  rollup_id: number;
  day: string;
  network: Network;
  deposits: bigint;
  amount_micro: bigint;
};

type UsersByDayTable = { rollup_id: number; day: string; users: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    rollups: RollupsTable;
    sales_by_day: SalesByDayTable;
    sales_by_month: SalesByMonthTable;
    sold_goods: SoldGoodsTable;
    deposits_by_day: DepositsByDayTable;
    users_by_day: UsersByDayTable;
  }
}
