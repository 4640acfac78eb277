import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { AgentPayoutsTable } from './agents.tables.ts';

export type PayoutRow = Selectable<AgentPayoutsTable>;

/** Serializes the payouts of an agent; undefined where there is no such agent. */
export async function lockAgent(db: Db, id: bigint): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('agents')
    .select('user_id')
    .where('user_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.user_id;
}

export const findPayout = (db: Db, agentId: bigint, key: string): Promise<PayoutRow | undefined> =>
  db
    .selectFrom('agent_payouts')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

export const insertPayout = (db: Db, payout: Insertable<AgentPayoutsTable>): Promise<PayoutRow> =>
  db.insertInto('agent_payouts').values(payout).returningAll().executeTakeFirstOrThrow();

/** The notes of payouts, by their ids. */
export async function findPayoutNotes(db: Db, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await db
    .selectFrom('agent_payouts')
    .select(['id', 'note'])
    .where((is) => is('id', '=', is.fn.any(is.val(ids))))
    .execute();
  return new Map(rows.map(({ id, note }) => [id, note]));
}
