import { type Network, NETWORKS } from '@portside/contract';
import type { Hex } from 'viem';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { listFactories, listFactoryMethods } from '../payment-methods/index.ts';
import {
  isAnyOpened,
  listAddresses,
  listRows,
  setPaid,
  type WatchedAddress,
  insertRestored,
  listUserIds,
  skipUserIds,
} from './deposit-addresses.sql.ts';
import { ownAddressOf } from './own-address.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

/** Hot addresses: read with every scan. */
const OPENED_MS = 2 * DAY_MS;
/** Within these, every address that was opened; afterwards of buyers who have never paid only the last ones. */
const JUST_OPENED_MS = 2 * HOUR_MS;
/** Signing up costs nothing, and every thousand addresses cost a call in each scan, 2,880 a day and node. */
const MOST_UNPAID = 500;
const PAID_MS = 7 * DAY_MS;
/** How long a payment is awaited after a buyer opened their address, as for a top-up. */
const AWAITED_MS = 1.5 * HOUR_MS;

type ChainRef = { readonly network: Network; readonly chainId: bigint };

/**
 * All addresses that buyers were ever shown on a chain, of former factories too, in the order of creation. They are
 * checked where a payment arrives, so that none is ever left out here.
 */
export const listAllAddresses = ({ db }: Pick<Ctx, 'db'>, { chainId }: ChainRef): Promise<WatchedAddress[]> =>
  listAddresses(db, chainId, null);

/**
 * The addresses that were opened within 48 hours or paid within 7 days. Of those that buyers who have never paid opened
 * more than two hours ago, only the last 500: accounts that only open them cannot fill every scan.
 */
export const listHotAddresses = (
  { db }: Pick<Ctx, 'db'>,
  { chainId }: ChainRef,
  now: Date,
): Promise<WatchedAddress[]> =>
  listAddresses(db, chainId, {
    openedAfter: new Date(now.getTime() - JUST_OPENED_MS),
    openedBefore: { after: new Date(now.getTime() - OPENED_MS), unpaidLimit: MOST_UNPAID },
    paidAfter: new Date(now.getTime() - PAID_MS),
  });

/** Whether a buyer has looked at their address on the chain within 90 minutes. */
export const isAddressAwaited = (
  { db }: Pick<Ctx, 'db'>,
  { chainId }: ChainRef,
  now: Date,
): Promise<boolean> => isAnyOpened(db, chainId, new Date(now.getTime() - AWAITED_MS));

/**
 * The owners of these addresses. Each address is computed anew: a row written or changed outside the shop counts for
 * nothing.
 */
export async function findOwners(
  ctx: Pick<Ctx, 'db' | 'keyring' | 'log'>,
  { network, chainId }: ChainRef,
  addresses: readonly Hex[],
): Promise<ReadonlyMap<Hex, bigint>> {
  if (addresses.length === 0) return new Map();
  const rows = await listRows(ctx.db, chainId, addresses);
  if (rows.length === 0) return new Map();
  const factories = await listFactories(ctx, network, chainId);
  const owners = new Map<Hex, bigint>();
  for (const { address, user_id: userId, factory_address: at } of rows) {
    const factory = factories.find((one) => one.factory === at);
    const own = factory && ownAddressOf(ctx.keyring, { chainId, factory }, userId);
    if (own?.address === address) owners.set(address, userId);
    else ctx.log.error({ network, address }, 'a recorded deposit address is not the one that the key makes');
  }
  return owners;
}

/** Payments to these addresses were recorded. */
export async function markPaid(ctx: Ctx, chainId: bigint, addresses: readonly Hex[]): Promise<void> {
  if (addresses.length > 0) await setPaid(ctx.db, chainId, addresses, ctx.clock.now());
}

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
