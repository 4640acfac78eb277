import type { Network } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import { microOfUnits, tokenScales } from '../../platform/db/token-units.sql.ts';
import { fundsAt } from '../deposits/index.ts';

export type FundedPlace = {
  readonly id: bigint;
  readonly address: Hex;
  readonly salt: Hex;
  readonly factory: Hex;
  readonly units: bigint;
};

type Page = {
  readonly chainId: bigint;
  readonly factories: readonly Hex[];
  readonly after: bigint;
  readonly limit: number;
};

/** The next addresses of these factories with recorded funds, by id. */
export async function listFundedPlaces(
  db: Db,
  { chainId, factories, after, limit }: Page,
): Promise<FundedPlace[]> {
  if (factories.length === 0) return [];
  const { rows } = await sql<Omit<FundedPlace, 'units'> & { units: string }>`
    select a.id, a.address, a.salt, a.factory_address as factory, m.units::text as units
    from ${fundsAt(null)} as m
    join deposit_addresses a on a.chain_id = m.chain_id and a.address = m.address
    where a.chain_id = ${chainId} and m.units > 0 and a.id > ${after}
      and a.factory_address in (${sql.join(factories)})
    order by a.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** The address of the chain after which the next look starts; 0 for the first. */
export async function readLookPosition(db: Db, chainId: bigint): Promise<bigint> {
  const row = await db
    .selectFrom('address_look_positions')
    .select('address_id')
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  return row?.address_id ?? 0n;
}

export async function saveLookPosition(db: Db, chainId: bigint, addressId: bigint): Promise<void> {
  await db
    .insertInto('address_look_positions')
    .values({ chain_id: chainId, address_id: addressId })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet({ address_id: addressId }))
    .execute();
}

export type Shortfall = {
  readonly network: Network;
  readonly chainId: bigint;
  readonly address: Hex;
  readonly missingUnits: bigint;
  readonly isFrozen: boolean;
};

/** Keeps since when it is so. */
export async function saveShortfall(db: Db, found: Shortfall, now: Date): Promise<void> {
  const { network, chainId, address, missingUnits, isFrozen } = found;
  const told = { missing_units: missingUnits.toString(), is_frozen: isFrozen, looked_at: now };
  await db
    .insertInto('address_looks')
    .values({ ...told, network, chain_id: chainId, address, since: now })
    .onConflict((conflict) => conflict.columns(['chain_id', 'address']).doUpdateSet(told))
    .execute();
}

/** What is recorded on the address of a row of `address_looks`, never less than nothing. */
const recordedUnits = (look: RawBuilder<unknown>): RawBuilder<unknown> => sql`greatest(
  coalesce((select f.units from address_funds f
    where f.chain_id = ${look}.chain_id and f.address = ${look}.address), 0)
  + coalesce((select sum(c.units) from address_changes c
    where c.chain_id = ${look}.chain_id and c.address = ${look}.address), 0), 0)`;

/**
 * Forgets a chain's shortfalls of these addresses, which are in order, of addresses without recorded funds, and of
 * those with less recorded than was missing: a sweep was recorded since, and a later shortfall counts from its own
 * beginning.
 */
export async function forgetShortfalls(db: Db, chainId: bigint, addresses: readonly Hex[]): Promise<void> {
  const isInOrder = addresses.length === 0 ? sql`false` : sql`l.address in (${sql.join(addresses)})`;
  await sql`
    delete from address_looks l
    where l.chain_id = ${chainId} and (${isInOrder}
      or ${recordedUnits(sql`l`)} < case when l.is_frozen then 1 else l.missing_units end)`.execute(db);
}

/**
 * The units of a row of `address_looks` that count as missing. A shortfall counts after an hour, since sweeps are
 * recorded only once they are final; frozen funds count at once.
 */
const countedUnits = (look: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when ${look}.is_frozen or ${look}.looked_at - ${look}.since >= interval '1 hour'
    then ${look}.missing_units else 0 end`;

/** For a query: chain, address, units, is_frozen, since and looked_at of every shortfall that counts. */
export const shortfalls = (): RawBuilder<unknown> => sql`(
  select l.chain_id, l.address, l.network, l.is_frozen, l.since, l.looked_at, ${countedUnits(sql`l`)} as units
  from address_looks l where ${countedUnits(sql`l`)} > 0)`;

/**
 * Whether the network's wallets were looked at, and only on other chains than the row's. Funds on a chain that the
 * shop has left back nothing: nobody reads it any more.
 */
const isOnFormerChain = (row: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (select from treasury_looks l where l.network = ${row}.network)
  and not exists (select from treasury_looks l where l.network = ${row}.network and l.chain_id = ${row}.chain_id))`;

/** What is recorded on buyers' addresses of chains that a network has left, in the token's own units. */
export async function sumFormerFunds(db: Db): Promise<ReadonlyMap<Network, bigint>> {
  const { rows } = await sql<{ network: Network; units: string }>`
    with former as materialized (
      select chain_id from chain_cursors where chain_id not in (select chain_id from treasury_looks)),
    moved as (
      select network, chain_id, address, units from address_funds
      where chain_id in (select chain_id from former)
        and (units > 0 or (chain_id, address) in (select chain_id, address from address_changes))
      union all
      select network, chain_id, address, units from address_changes where chain_id in (select chain_id from former))
    select network, sum(greatest(units, 0))::text as units from (
      select network, chain_id, address, sum(units) as units from moved group by network, chain_id, address) funds
    where ${isOnFormerChain(sql`funds`)} group by network`.execute(db);
  return new Map(rows.map(({ network, units }) => [network, BigInt(units)]));
}

/**
 * What is missing on each network's present chain, in the token's own units: never more than what is recorded there
 * now, so that what was swept meanwhile counts once.
 */
export async function sumShortfalls(db: Db): Promise<ReadonlyMap<Network, bigint>> {
  const { rows } = await sql<{ network: Network; units: string }>`
    select short.network, sum(least(short.units, ${recordedUnits(sql`short`)}))::text as units
    from ${shortfalls()} as short where not ${isOnFormerChain(sql`short`)} group by short.network`.execute(
    db,
  );
  return new Map(rows.map(({ network, units }) => [network, BigInt(units)]));
}

/** How long ago a chain was last read by the follower for its addresses to count as looked at. */
const FOLLOWED_FOR = sql`interval '1 hour'`;

/** The chains that the follower has asked about recently, with or without success. */
export async function listFollowedChains(db: Db, now: Date): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ chain_id: bigint }>`
    select chain_id from chain_statuses where checked_at > ${now}::timestamptz - ${FOLLOWED_FOR}`.execute(db);
  return new Set(rows.map(({ chain_id }) => chain_id));
}

type ChainShortfall = {
  readonly network: Network;
  readonly chain_id: bigint;
  readonly is_frozen: boolean;
  readonly addresses: number;
  readonly missing_micro: bigint;
};

/** What is missing and what is frozen on each chain, with the number of addresses. */
export async function listChainShortfalls(db: Db): Promise<readonly ChainShortfall[]> {
  const { rows } = await sql<ChainShortfall>`
    select short.network, short.chain_id, short.is_frozen, count(*)::int as addresses,
      sum(${microOfUnits(sql`least(short.units, ${recordedUnits(sql`short`)})`)})::bigint as missing_micro
    from ${shortfalls()} as short
    join ${tokenScales()} on scales.network = short.network
    where ${recordedUnits(sql`short`)} > 0
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

/** An own address with less on it than was recorded, in the token's own units. */
type AddressLooksTable = {
  chain_id: bigint;
  address: Hex;
  network: Network;
  /** All that is recorded where the address is frozen. */
  missing_units: string;
  is_frozen: boolean;
  since: Date;
  looked_at: Date;
};

/** The last own address of a chain that was compared with it; from the first one again where it is 0. */
type AddressLookPositionsTable = {
  chain_id: bigint;
  address_id: bigint;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    address_looks: AddressLooksTable;
    address_look_positions: AddressLookPositionsTable;
  }
}
