import type { Network } from '@portside/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { SanctionsFetchesTable } from './wallets.tables.ts';

export type SanctionsFetchRow = Selectable<SanctionsFetchesTable>;

/** The last fetch of every network’s list. */
export const listFetches = (db: Db): Promise<SanctionsFetchRow[]> =>
  db.selectFrom('sanctions_fetches').selectAll().orderBy('network').execute();

/** Undefined before the first fetch. */
export const findFetch = (db: Db, network: Network): Promise<SanctionsFetchRow | undefined> =>
  db.selectFrom('sanctions_fetches').selectAll().where('network', '=', network).executeTakeFirst();

/** What an attempt changed; the facts of the last list that was read stay where it names none. */
export async function saveFetch(
  db: Db,
  network: Network,
  fetch: Partial<SanctionsFetchRow> & Pick<SanctionsFetchRow, 'tried_at' | 'problem' | 'is_refused'>,
): Promise<void> {
  await db
    .insertInto('sanctions_fetches')
    .values({ network, ...fetch })
    .onConflict((conflict) => conflict.column('network').doUpdateSet(fetch))
    .execute();
}

/** Forgets the networks that the settings no longer name. */
export async function deleteOtherFetches(db: Db, networks: readonly Network[]): Promise<void> {
  await db
    .deleteFrom('sanctions_fetches')
    .$if(networks.length > 0, (query) => query.where('network', 'not in', networks))
    .execute();
}
