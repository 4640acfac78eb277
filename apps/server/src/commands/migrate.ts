import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { createDb, createPool } from '../platform/db/db.ts';
import { openDatabaseAccess } from '../platform/db/failover-client.ts';
import { listPending, migrate as migrateTables } from '../platform/db/migrate.ts';
import { CommandError, print, type Command } from './command.ts';

/** Updates the tables before processes of a new version start, or shows what would be done. */
export const migrate: Command = {
  summary: 'Update the tables. Every start does so too; here it can be done, or looked at, before.',
  usage: ['migrate', 'migrate --dry-run   name what would be applied'],
  async run(args) {
    const { values } = parseArgs({ args: [...args], options: { 'dry-run': { type: 'boolean' } } });
    const { databaseUrl } = readConfig(process.env);
    if (databaseUrl === null) throw new CommandError('The embedded database is updated by each start.');
    // Without a query timeout: an index over millions of rows takes long.
    const pool = createPool({ ...openDatabaseAccess(databaseUrl), max: 1 });
    try {
      const db = createDb(pool);
      const pending = await listPending(db);
      if (!values['dry-run']) await migrateTables(db);
      print(pending.length === 0 ? 'The tables are up to date.' : pending.join('\n'));
      return 0;
    } finally {
      await pool.end();
    }
  },
};
