import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { FigureBuildsTable } from './statistics.tables.ts';

export type FigureBuild = Selectable<FigureBuildsTable>;

/** The build to read: in the wanted time zone as soon as that is ready, until then another. */
export const findBuild = (db: Db, timeZone: string): Promise<FigureBuild> =>
  db
    .selectFrom('figure_builds')
    .selectAll()
    .orderBy(sql`is_ready and time_zone = ${timeZone}`, 'desc')
    .orderBy('is_ready', 'desc')
    .orderBy(sql`time_zone = ${timeZone}`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();

/** The build of a time zone, made where there is none; undefined while another process is at it. */
export async function lockBuild(db: Db, timeZone: string): Promise<FigureBuild | undefined> {
  const lock = () =>
    db
      .selectFrom('figure_builds')
      .selectAll()
      .where('time_zone', '=', timeZone)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
  const known = await lock();
  if (known) return known;
  await db
    .insertInto('figure_builds')
    .values({ time_zone: timeZone })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return lock();
}

export async function updateBuild(db: Db, { id, ...build }: FigureBuild): Promise<void> {
  await db.updateTable('figure_builds').set(build).where('id', '=', id).execute();
}

/** Their sums go with them. */
export async function deleteOtherBuilds(db: Db, id: number): Promise<void> {
  await db.deleteFrom('figure_builds').where('id', '<>', id).execute();
}

export type Mark = Pick<FigureBuild, 'marked_movement' | 'marked_user' | 'waits_for'>;

/**
 * The last ids given out, and the transactions that may hold smaller ones uncommitted: drawing an id locks
 * its sequence to the end of the transaction. Asked in this order, so that none slips between.
 */
export async function readMark(db: Db): Promise<Mark> {
  const last = await sql<{ movement: bigint; person: bigint }>`
    select movements.last_value - (not movements.is_called)::int as movement,
      people.last_value - (not people.is_called)::int as person
    from ledger_movements_id_seq movements, ledger_account_ids people`.execute(db);
  const { movement, person } = last.rows[0]!;
  return { marked_movement: movement, marked_user: person, waits_for: await findDrawing(db) };
}

/** Transactions under way, other than this one, that have drawn the id of a movement or a user. */
export async function findDrawing(db: Db): Promise<string[]> {
  const { rows } = await sql<{ virtualtransaction: string }>`
    select distinct virtualtransaction from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and relation in ('ledger_movements_id_seq'::regclass, 'ledger_account_ids'::regclass)`.execute(db);
  return rows.map((row) => row.virtualtransaction);
}
