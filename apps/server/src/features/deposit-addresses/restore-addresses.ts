import { NETWORKS } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { listFactoryMethods } from '../payment-methods/index.ts';
import { insertRestored, listUserIds, skipUserIds } from './deposit-addresses.sql.ts';
import { ownAddressOf } from './own-address-of.ts';

const BATCH = 1_000;
/** More than register between two backups. */
const LOST_USERS = 1_000_000;

type Shop = { readonly db: Db; readonly keyring: Keyring };

/**
 * Adds the address of every user at every factory that the shop has or had, and answers how many were missing. After
 * the database was set back to `at`, a buyer may have been shown one since, and paid to it: only recorded ones are
 * read. The ids of buyers who have registered since are given to nobody else, and so their addresses are not either.
 */
export async function restoreAddresses({ db, keyring }: Shop, at: Date): Promise<number> {
  await skipUserIds(db, LOST_USERS);
  let added = 0;
  for (const network of NETWORKS) {
    for (const { factory, method } of await listFactoryMethods({ db, keyring }, network)) {
      const place = { network, chain_id: method.chain_id, factory_address: factory.factory };
      const make = (userId: bigint) => ({
        ...place,
        ...ownAddressOf(keyring, { chainId: method.chain_id, factory }, userId),
        user_id: userId,
      });
      for (let last = 0n; ;) {
        const ids = await listUserIds(db, last, BATCH);
        added += await insertRestored(db, ids.map(make), at);
        if (ids.length < BATCH) break;
        last = ids.at(-1)!;
      }
    }
  }
  return added;
}
