import type { Pool } from 'pg';
import { StartError } from '../start-error.ts';

const NEEDED = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Refuses to start on a PostgreSQL that may lose transactions it has acknowledged. */
export async function requireDurablePostgres(pool: Pool): Promise<void> {
  for (const setting of NEEDED) {
    const { rows } = await pool.query<Record<string, string>>(`show ${setting}`).catch((error: unknown) => {
      throw new StartError('DATABASE_URL: the database does not answer', error);
    });
    if (rows[0]?.[setting] === 'off')
      throw new StartError(`PostgreSQL runs with ${setting} = off: real money needs it on`);
  }
}
