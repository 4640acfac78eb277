import { networkRecords } from '@portside/chain';
import { sql } from 'kysely';
import { transaction, type Db } from './db.ts';

/**
 * Puts every network that the code has a record of into the table that others refer to, each with the ledger
 * account that its deposits come in by. One that was there stays, with its account, whatever becomes of its record.
 */
export async function fillNetworks(db: Db): Promise<void> {
  const added = await listMissing(db);
  if (added.length === 0) return;
  await transaction(db, async (step) => {
    await sql`select set_config('lock_timeout', '2s', true)`.execute(step);
    // One process at a time, or two would take the same number.
    await sql`lock table networks in share row exclusive mode`.execute(step);
    for (const id of added) {
      const { numAffectedRows } = await sql`
        insert into networks (id) values (${id}) on conflict do nothing`.execute(step);
      if (numAffectedRows === 0n) continue;
      // The system's accounts have the numbers below 1000.
      await sql`
        insert into ledger_accounts (id, kind, network)
        select max(id) + 1, 'inflow', ${id} from ledger_accounts where id < 1000`.execute(step);
    }
  });
}

/** Whether the code has a network that the table lacks. */
export const lacksNetworks = async (db: Db): Promise<boolean> => (await listMissing(db)).length > 0;

async function listMissing(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from networks`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  return networkRecords()
    .map(({ id }) => id)
    .filter((id) => !known.has(id));
}
