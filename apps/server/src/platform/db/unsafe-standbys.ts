import type { Db } from './db.ts';
import { readReplication } from './standbys.sql.ts';

/** Without these, a commit is acknowledged before any standby has it. */
const WAITS_FOR_NOBODY = new Set(['off', 'local']);

/**
 * Why a failover of this database may lose orders that were acknowledged, in English for the operator; null where it
 * cannot, or where there is no standby to fail over to.
 */
export async function findUnsafeStandbys(db: Db): Promise<string | null> {
  const { commit, user, standbys } = await readReplication(db);
  if (standbys.length === 0) return null;
  if (standbys.some(({ syncState }) => syncState === null))
    return `The database user ${user} may not see whether the standbys are synchronous. Run: grant pg_monitor to "${user}"`;
  if (WAITS_FOR_NOBODY.has(commit))
    return `synchronous_commit = ${commit}: commits do not wait for the standbys. Set it to on or remote_apply.`;
  const async = standbys.filter(({ syncState }) => syncState === 'async').map(({ name }) => name);
  if (async.length === 0) return null;
  return `Asynchronous standbys: ${async.join(', ')}. Name every standby in synchronous_standby_names.`;
}
