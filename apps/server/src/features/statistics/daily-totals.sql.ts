import { sql, type Selectable, type Generated } from 'kysely';
import type { Network } from '@portside/contract';
import { type Db, forceCustomPlans } from '../../platform/db/db.ts';
import { dayStart } from '../../platform/db/day-start.ts';
import { depositLines, SALE_SUMS, saleLines, userLines } from './daily-lines.sql.ts';
import { splitMonths, type Days } from './days.ts';
import type { Ctx } from '../../platform/context.ts';
import { readSetting } from '../settings/index.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { readWatermark } from '../ledger/index.ts';

/** The sums of one day, or of one product, agent, level or everything (`label`), depending on `perRow`. */
export type SalesSum = {
  readonly label: string;
  readonly orders: bigint;
  readonly items: bigint;
  readonly amount_micro: bigint;
  readonly refunds: bigint;
  readonly refunded_micro: bigint;
  readonly commission_micro: bigint;
};

const KEYS: Record<SalesBy, string> = { all: '0', goods: 'goods_id', agent: 'agent_id', level: 'level_id' };

type Requested = Days & {
  readonly by: SalesBy;
  /** Whether a row is for a day or for a product, agent or level. */
  readonly perRow: 'day' | 'key';
  /** Only these of them. */
  readonly keys?: readonly bigint[];
};

/** Rolled-up totals plus later movements; rows without any sale are left out. */
export async function sumSales(db: Db, rollup: Rollup, requested: Requested): Promise<SalesSum[]> {
  const { by, from, to, perRow, keys } = requested;
  const tail = saleLines({ after: rollup.rolled_up_movement }, rollup.time_zone, {
    byBuyer: by === 'agent' || by === 'level',
  });
  const onlyKeys = keys === undefined ? sql`` : sql`and key = any(${keys}::bigint[])`;
  const ofRollup = sql`rollup_id = ${rollup.id} and by = ${by} ${onlyKeys}`;
  const { months, others } =
    perRow === 'key' && areMonthsSummed(rollup)
      ? splitMonths({ from, to })
      : { months: null, others: [{ from, to }] };
  const parts = others.map(
    (days) => sql`
      select day, key, ${SUMS} from sales_by_day
      where ${ofRollup} and day between ${days.from}::date and ${days.to}::date`,
  );
  if (months)
    parts.push(sql`
      select month, key, ${SUMS} from sales_by_month
      where ${ofRollup} and month between ${months.from}::date and ${months.to}::date`);
  parts.push(sql`
      select day, key, ${SUMS} from (select *, ${sql.raw(KEYS[by])} as key from (${tail}) line) late
      where day between ${from}::date and ${to}::date ${onlyKeys}`);
  const { rows } = await sql<SalesSum>`
    select lines.${sql.ref(perRow)}::text as label,
      ${sql.join(SALE_SUMS.map((sum) => sql`sum(${sql.ref(sum)})::bigint as ${sql.ref(sum)}`))}
    from (${sql.join(parts, sql` union all `)}) lines
    group by lines.${sql.ref(perRow)} order by 1`.execute(db);
  return rows;
}

const SUMS = sql.join(SALE_SUMS.map((sum) => sql.ref(sum)));

export type DepositSum = {
  readonly day: string;
  readonly network: Network;
  readonly deposits: bigint;
  readonly amount_micro: bigint;
};

/** Deposits by day and network: rolled-up totals plus later movements. */
export async function sumDeposits(db: Db, rollup: Rollup, { from, to }: Days): Promise<DepositSum[]> {
  const tail = depositLines({ after: rollup.rolled_up_movement }, rollup.time_zone);
  const { rows } = await sql<DepositSum>`
    select day::text, network, sum(deposits)::bigint as deposits, sum(amount_micro)::bigint as amount_micro
    from (
      select day, network, deposits, amount_micro from deposits_by_day where rollup_id = ${rollup.id}
      union all select * from (${tail}) late) lines
    where day between ${from}::date and ${to}::date
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export type UserSum = { readonly day: string; readonly users: bigint };

/** New users by day: rolled-up totals plus later users. */
export async function sumUsers(db: Db, rollup: Rollup, { from, to }: Days): Promise<UserSum[]> {
  const tail = userLines({ after: rollup.rolled_up_user }, rollup.time_zone);
  const { rows } = await sql<UserSum>`
    select day::text, sum(users)::bigint as users
    from (
      select day, users from users_by_day where rollup_id = ${rollup.id}
      union all select * from (${tail}) late) lines
    where day between ${from}::date and ${to}::date
    group by 1 order by 1`.execute(db);
  return rows;
}

/** The day on which `now` falls in a time zone. */
async function readDay(db: Db, now: Date, timeZone: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${now}::timestamptz at time zone ${timeZone}::text)::date::text as day`.execute(db);
  return rows[0]!.day;
}

type DayStart = { readonly start: Date; readonly day: string; readonly dayBefore: string };

/** The day that contains the time. */
export const readOwnDay = (db: Db, time: Date, timeZone: string): Promise<DayStart> =>
  readDayAfter(db, time, timeZone, 0);

/** The first day that starts at that time or later. */
export async function readNextDay(db: Db, time: Date, timeZone: string): Promise<DayStart> {
  const own = await readOwnDay(db, time, timeZone);
  return own.start.getTime() === time.getTime() ? own : readDayAfter(db, time, timeZone, 1);
}

async function readDayAfter(db: Db, time: Date, timeZone: string, days: number): Promise<DayStart> {
  const { rows } = await sql<DayStart>`
    select ${dayStart(sql`day`, timeZone)} as start, day::text, (day - 1)::text as "dayBefore"
    from (select (${time}::timestamptz at time zone ${timeZone}::text)::date + ${days}::int as day) own`.execute(
    db,
  );
  return rows[0]!;
}

export type Snapshot = { readonly db: Db; readonly rollup: Rollup; readonly today: string };

/** Runs `read` in one database snapshot, in which rolled-up totals and later movements fit together. */
export const readSnapshot = <T>(ctx: Ctx, read: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await forceCustomPlans(db);
      const rollup = await findRollup(db, await readSetting(db, 'timeZone'));
      return read({ db, rollup, today: await readDay(db, ctx.clock.now(), rollup.time_zone) });
    });

/** The ledger's inflow of each network, less reversals, up to now. Needs a transaction with one snapshot. */
export async function sumInflow(db: Db): Promise<Map<Network, bigint>> {
  const rollup = await findRollup(db, await readSetting(db, 'timeZone'));
  const tail = depositLines({ after: rollup.rolled_up_movement }, rollup.time_zone);
  const { rows } = await sql<Pick<DepositSum, 'network' | 'amount_micro'>>`
    select network, sum(amount_micro)::bigint as amount_micro
    from (
      select network, amount_micro from deposits_by_day where rollup_id = ${rollup.id}
      union all select network, amount_micro from (${tail}) late) lines
    group by 1`.execute(db);
  return new Map(rows.map(({ network, amount_micro }) => [network, amount_micro]));
}

const WEEK_DAYS = 7;

/**
 * How many accounts of each product were sold, ever and in the last seven days of the shop's calendar, as far as they
 * are rolled up: at most seconds behind. Later sales are left out, because every view of the shop's list would have to
 * add them. Products without sales are absent.
 */
export async function countSoldGoods(
  db: Db,
  goodsIds: readonly bigint[],
  now: Date,
): Promise<Map<bigint, { ever: bigint; week: bigint }>> {
  const rollup = await findRollup(db, await readSetting(db, 'timeZone'));
  const wanted = sql`any(${idArray(goodsIds)}::bigint[])`;
  const today = sql`(${now}::timestamptz at time zone ${rollup.time_zone}::text)::date`;
  const { rows } = await sql<{ goods_id: bigint; ever: bigint; week: bigint }>`
    select sold.goods_id, sold.items as ever, coalesce(late.items, 0)::bigint as week
    from sold_goods sold
    left join (
      select key, sum(items) as items from sales_by_day
      where rollup_id = ${rollup.id} and by = 'goods' and key = ${wanted}
        and day > ${today} - ${WEEK_DAYS}::int and day <= ${today}
      group by key) late on late.key = sold.goods_id
    where sold.rollup_id = ${rollup.id} and sold.goods_id = ${wanted}`.execute(db);
  return new Map(rows.map(({ goods_id, ever, week }) => [goods_id, { ever, week }]));
}

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

type Marks = {
  readonly totals: Pick<Rollup, 'marked_movement' | 'marked_user' | 'waits_for'>;
  /** The same for entries of orders' timelines. */
  readonly entries: Pick<Rollup, 'marked_entry' | 'entry_waits_for'>;
};

/** As far as a rollup can go once these transactions have ended. */
export async function readMarks(db: Db): Promise<Marks> {
  const { movement, account, entry, openTransactions } = await readWatermark(db);
  return {
    totals: { marked_movement: movement, marked_user: account, waits_for: openTransactions },
    entries: { marked_entry: entry, entry_waits_for: openTransactions },
  };
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
  /** The same for the sales of imports, which go on from here, and from this replacement. */
  batch_sales_movement: Generated<bigint>;
  batch_sales_entry: Generated<bigint>;
  marked_entry: Generated<bigint>;
  entry_waits_for: Generated<string[]>;
};

/** What a day's totals are grouped by: nothing, product, or the buyer's agent or level. */
export type SalesBy = 'all' | 'goods' | 'agent' | 'level';

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

/** Of an import and a product, of all or by agent; 0 for none of them. */
type BatchSales = {
  rollup_id: number;
  by: 'all' | 'agent';
  batch_id: bigint;
  goods_id: bigint;
  agent_id: bigint;
  items: bigint;
  /** How many of them are the first account of their import. */
  firsts: bigint;
  replaced: bigint;
  replaced_firsts: bigint;
  amount_micro: bigint;
  discount_micro: bigint;
  refunded_micro: bigint;
  commission_micro: bigint;
  bonus_micro: bigint;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    rollups: RollupsTable;
    sales_by_day: SalesByDayTable;
    sales_by_month: SalesByMonthTable;
    sold_goods: SoldGoodsTable;
    deposits_by_day: DepositsByDayTable;
    users_by_day: UsersByDayTable;
    batch_sales_by_day: BatchSales & { day: string };
    batch_sales_by_month: BatchSales & { month: string };
  }
}
