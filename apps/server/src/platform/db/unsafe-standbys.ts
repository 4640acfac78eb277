import type { Finding } from '@portside/contract';
import type { Db } from './db.ts';
import { readReplication } from './standbys.sql.ts';

/** Without these, a commit is acknowledged before any standby has it. */
const WAITS_FOR_NOBODY = new Set(['off', 'local']);

/**
 * Why a failover of this database may lose orders that were acknowledged, null where it cannot, or where there is no
 * standby to fail over to.
 */
export async function findUnsafeStandbys(db: Db): Promise<Finding | null> {
  const { commit, user, standbys } = await readReplication(db);
  if (standbys.length === 0) return null;
  if (standbys.some(({ syncState }) => syncState === null))
    return { code: 'standbysHidden', facts: { user } };
  if (WAITS_FOR_NOBODY.has(commit)) return { code: 'commitsWaitForNone', facts: { setting: commit } };
  const async = standbys.filter(({ syncState }) => syncState === 'async').map(({ name }) => name);
  if (async.length === 0) return null;
  return { code: 'standbysAsync', facts: { standbys: async.join(', ') } };
}
