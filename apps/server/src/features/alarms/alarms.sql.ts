import type { Finding, AlarmKind, Network } from '@portside/contract';
import { sql, type Insertable, type Selectable, type ColumnType, type Generated } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export type AlarmRow = Selectable<AlarmsTable>;

export const findAlarm = (db: Db, id: bigint): Promise<AlarmRow | undefined> =>
  db.selectFrom('alarms').selectAll().where('id', '=', id).executeTakeFirst();

/** The alarm while it stands, or the one that stands now of the same; undefined once none does. */
export const findStanding = async (db: Db, id: bigint): Promise<AlarmRow | undefined> =>
  db
    .selectFrom('alarms as standing')
    .innerJoin('alarms as told', (join) =>
      join
        .onRef('told.kind', '=', 'standing.kind')
        .onRef('told.about', '=', 'standing.about')
        .on(sql<boolean>`told.network is not distinct from standing.network`),
    )
    .selectAll('standing')
    .where('told.id', '=', id)
    .where('standing.ended_at', 'is', null)
    .executeTakeFirst();

/** Alarms that have not ended, oldest first. */
export const listActiveAlarms = (db: Db): Promise<AlarmRow[]> =>
  db.selectFrom('alarms').selectAll().where('ended_at', 'is', null).orderBy('id').execute();

/** Active alarms not yet sent to the operators' chat. */
export const listUnsent = (db: Db): Promise<AlarmRow[]> =>
  db
    .selectFrom('alarms')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('telegram_at', 'is', null)
    .orderBy('id')
    .execute();

export async function markSent(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('alarms').set({ telegram_at: now }).where('id', '=', id).execute();
}

type NewAlarm = Omit<Insertable<AlarmsTable>, 'findings'> & { readonly findings: readonly Finding[] };

/** The new alarm; undefined where the condition already has an active one. */
export const insertAlarm = (db: Db, alarm: NewAlarm): Promise<AlarmRow | undefined> =>
  db
    .insertInto('alarms')
    .values({ ...alarm, findings: JSON.stringify(alarm.findings) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export async function updateFindings(db: Db, id: bigint, findings: readonly Finding[]): Promise<void> {
  await db
    .updateTable('alarms')
    .set({ findings: JSON.stringify(findings) })
    .where('id', '=', id)
    .execute();
}

export async function endAlarms(db: Db, ids: readonly bigint[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('alarms')
    .set({ ended_at: now })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute();
}

type AlarmsTable = {
  id: Generated<bigint>;
  kind: AlarmKind;
  /** Null where it concerns no particular network. */
  network: Network | null;
  /** Distinguishes several alarms of one kind and network; empty where there can only be one. */
  about: Generated<string>;
  /** In the order in which they are shown. */
  findings: ColumnType<readonly Finding[], string, string>;
  began_at: Date;
  ended_at: Date | null;
  /** When it was sent to the operators' chat. */
  telegram_at: Generated<Date | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    alarms: AlarmsTable;
  }
}
