import { StartError } from '../start-error.ts';
import { userOf } from './database-url.ts';
import { createDb, createPool } from './db.ts';
import { openDatabaseAccess } from './connections/failover-client.ts';
import { lacksNetworks } from './fill-networks.ts';
import { listPending, migrate } from './migrate.ts';
import { grantShopRole, mayMakeTables } from './shop-role.sql.ts';

type Urls = {
  readonly databaseUrl: string;
  /** Of the owner of the tables; null where the shop's own role is. */
  readonly migrateDatabaseUrl: string | null;
};

/**
 * Updates the tables as their owner, and gives the shop's role its rights where that is another one. A role that may
 * make no tables finds them up to date, or is refused (StartError).
 */
export async function updateTables({ databaseUrl, migrateDatabaseUrl }: Urls): Promise<void> {
  // Without a query timeout: an index over millions of rows takes long.
  const pool = createPool({ ...openDatabaseAccess(migrateDatabaseUrl ?? databaseUrl), max: 1 });
  try {
    const db = createDb(pool);
    if (migrateDatabaseUrl === null && !(await mayMakeTables(db))) {
      const isUpToDate = (await listPending(db)).length === 0 && !(await lacksNetworks(db));
      if (isUpToDate) return;
      throw new StartError(
        'The tables must be updated first, by their owner: portside migrate, with MIGRATE_DATABASE_URL set',
      );
    }
    await migrate(db);
    const [owner, role] = [userOf(migrateDatabaseUrl ?? databaseUrl), userOf(databaseUrl)];
    if (migrateDatabaseUrl !== null && role !== null && role !== owner) await grantShopRole(db, role);
  } finally {
    await pool.end();
  }
}
