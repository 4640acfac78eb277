import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/**
 * Ids are drawn before they are committed, so a smaller one can appear after a larger one. The last ids drawn, and the
 * transactions that may hold smaller ones uncommitted: once those have ended, no id up to these can appear any more.
 */
type Watermark = {
  readonly movement: bigint;
  readonly account: bigint;
  readonly openTransactions: string[];
};

/** Read in this order, so that no transaction is missed: drawing an id locks its sequence until its transaction ends. */
export async function readWatermark(db: Db): Promise<Watermark> {
  const { rows } = await sql<{ movement: bigint; account: bigint }>`
    select movements.last_value - (not movements.is_called)::int as movement,
      accounts.last_value - (not accounts.is_called)::int as account
    from ledger_movements_id_seq movements, ledger_account_ids accounts`.execute(db);
  return { ...rows[0]!, openTransactions: await findOpenTransactions(db) };
}

/** Other open transactions that have drawn the id of a movement or an account. */
export async function findOpenTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ virtualtransaction: string }>`
    select distinct virtualtransaction from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and relation in ('ledger_movements_id_seq'::regclass, 'ledger_account_ids'::regclass)`.execute(db);
  return rows.map((row) => row.virtualtransaction);
}
