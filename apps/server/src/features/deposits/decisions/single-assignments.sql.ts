import { sql, type Insertable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { SingleAssignmentsTable } from './single-assignments.tables.ts';

/** The first key of the locks by admin; differs from the number of every other advisory lock in the shop. */
const SINGLE_ASSIGNMENTS_LOCK = 7_006;

/**
 * Serializes what one admin credits alone, so that each counts the ones before it. Held to the end of the transaction.
 */
export async function lockSingleAssignmentsOf(db: Db, adminId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SINGLE_ASSIGNMENTS_LOCK}::int, hashint8(${adminId}))`.execute(db);
}

/** What an admin has credited alone since then, in micro-USDT. */
export async function sumSingleAssignments(db: Db, adminId: bigint, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('single_assignments')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('admin_id', '=', adminId)
    .where('assigned_at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

export async function insertSingleAssignment(db: Db, row: Insertable<SingleAssignmentsTable>): Promise<void> {
  await db.insertInto('single_assignments').values(row).execute();
}
