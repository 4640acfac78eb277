import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { createDb, createPool } from '../platform/db/db.ts';
import { openDatabaseAccess } from '../platform/db/connections/failover-client.ts';
import { listPending, updateTables } from '../platform/db/migrate.ts';
import { listGrants } from '../platform/db/shop-role.sql.ts';
import { CommandError, print, type Command } from './command.ts';

/** Updates the tables before processes of a new version start, or shows what would be done. */
export const migrate: Command = {
  summary:
    'Update the tables, with MIGRATE_DATABASE_URL as their owner, who then gives the role of DATABASE_URL its rights.',
  usage: [
    'migrate',
    'migrate --dry-run       name what would be applied',
    'migrate --grants ROLE   print the statements that give a role the rights of the running shop',
  ],
  async run(args) {
    const options = { 'dry-run': { type: 'boolean' }, grants: { type: 'string' } } as const;
    const { values } = parseArgs({ args: [...args], options });
    if (values.grants !== undefined) {
      for (const statement of listGrants(values.grants)) print(`${statement};`);
      return 0;
    }
    const { databaseUrl, migrateDatabaseUrl } = readConfig(process.env);
    if (databaseUrl === null) throw new CommandError('The embedded database is updated by each start.');
    const pool = createPool({ ...openDatabaseAccess(migrateDatabaseUrl ?? databaseUrl), max: 1 });
    try {
      const pending = await listPending(createDb(pool));
      if (!values['dry-run']) await updateTables({ databaseUrl, migrateDatabaseUrl });
      print(pending.length === 0 ? 'The tables are up to date.' : pending.join('\n'));
      return 0;
    } finally {
      await pool.end();
    }
  },
};
