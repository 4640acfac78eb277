import { recordOf } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import type { AmountPosition } from '../../platform/db/amount-position.ts';
import type { Db } from '../../platform/db/db.ts';

/** Which factory, on which chain. Only addresses of the given factories are read. */
export type Place = { readonly network: Network; readonly chainId: bigint; readonly factory: Hex };

const MICRO_DECIMALS = 6;

/** Micro-USDT that a unit of each network's token is worth. */
const scales = (): RawBuilder<unknown> =>
  sql`(values ${sql.join(
    NETWORKS.map((network) => {
      const exponent = MICRO_DECIMALS - recordOf(network).token.decimals;
      return sql`(${network}::text, ('1e' || ${exponent}::int)::numeric)`;
    }),
  )}) as scales (network, micro)`;

const inPlaces = (places: readonly Place[]): RawBuilder<boolean> =>
  places.length === 0
    ? sql`false`
    : sql`(a.network, a.chain_id, a.factory_address) in (${sql.join(
        places.map(
          ({ network, chainId, factory }) => sql`(${network}::text, ${chainId}::bigint, ${factory}::text)`,
        ),
      )})`;

/**
 * Each address of these factories that was ever paid or swept, with what was recorded there: paid and not yet swept. The
 * same rule as the books' (treasury.sql.ts).
 */
const lying = (places: readonly Place[]): RawBuilder<unknown> => sql`
  select a.id, a.network, a.chain_id, a.address, a.salt, a.factory_address, a.user_id, a.paid_at,
    greatest(trunc(sum(m.units) * max(scales.micro)), 0)::bigint as micro, bool_or(m.is_sweep) as is_made
  from deposit_addresses a
  join ${scales()} on scales.network = a.network
  join (
    select chain_id, to_address as address, amount_units as units, false as is_sweep
    from deposits where owner_id is not null and state <> 'reversed'
    union all
    select chain_id, from_address, -amount_units, true from deposit_sweeps where is_confirmed
  ) as m on m.chain_id = a.chain_id and m.address = a.address
  where ${inPlaces(places)}
  group by a.id`;

export type LyingSum = {
  readonly network: Network;
  readonly chain_id: bigint;
  readonly factory_address: Hex;
  readonly is_worth: boolean;
  readonly micro: string;
  readonly addresses: number;
  /** Of these, how many were never swept. */
  readonly unmade: number;
};

/** Recorded balances of the addresses of these factories: one sum for those of `leastMicro` or more, one for smaller ones. */
export async function sumLying(
  db: Db,
  places: readonly Place[],
  leastMicro: bigint,
): Promise<readonly LyingSum[]> {
  const { rows } = await sql<LyingSum>`
    select network, chain_id, factory_address, micro >= ${leastMicro} as is_worth, sum(micro)::text as micro,
      count(*)::int as addresses, count(*) filter (where not is_made)::int as unmade
    from (${lying(places)}) as lies where micro > 0
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

export type LyingAddress = {
  readonly id: bigint;
  readonly network: Network;
  readonly chain_id: bigint;
  readonly address: Hex;
  readonly salt: Hex;
  readonly factory_address: Hex;
  readonly paid_at: Date | null;
  readonly micro: bigint;
  readonly is_made: boolean;
  readonly username: string;
};

/** From `leastMicro` up, the largest first. One more than the limit, which shows whether there is another page. */
export async function listLying(
  db: Db,
  places: readonly Place[],
  { leastMicro, past, limit }: { leastMicro: bigint; past: AmountPosition | null; limit: number },
): Promise<readonly LyingAddress[]> {
  const from = past === null ? sql`true` : sql`(micro, lies.id) < (${past.micro}, ${past.id})`;
  const { rows } = await sql<LyingAddress>`
    select lies.id, network, chain_id, address, salt, factory_address, paid_at, micro, is_made, u.username
    from (${lying(places)}) as lies join users u on u.id = lies.user_id
    where micro >= ${leastMicro} and ${from}
    order by micro desc, lies.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** One address, whatever lies there. */
export async function findLying(db: Db, places: readonly Place[], address: Hex): Promise<LyingAddress[]> {
  const { rows } = await sql<LyingAddress>`
    select a.id, a.network, a.chain_id, a.address, a.salt, a.factory_address, a.paid_at,
      coalesce(lies.micro, 0)::bigint as micro, coalesce(lies.is_made, false) as is_made, u.username
    from deposit_addresses a join users u on u.id = a.user_id
    left join (${lying(places)}) as lies on lies.id = a.id
    where a.address = ${address} and ${inPlaces(places)}
    order by a.id desc`.execute(db);
  return rows;
}

export type SweepRow = {
  readonly id: bigint;
  readonly network: Network;
  readonly chain_id: bigint;
  readonly tx_hash: Hex;
  readonly to_address: Hex;
  readonly addresses: number;
  readonly units: string;
  readonly block_time: Date;
  readonly recorded_at: Date;
};

export type SweepFilter = { readonly network?: Network | undefined; readonly txHash?: Hex | undefined };

/** Sweeps by transaction and wallet, newest first; one more than the limit. Ids are those of their first rows. */
export async function listSweepRows(
  db: Db,
  { network, txHash }: SweepFilter,
  { past, limit }: { past: bigint | undefined; limit: number },
): Promise<readonly SweepRow[]> {
  const { rows } = await sql<SweepRow>`
    select min(id) as id, network, chain_id, tx_hash, to_address, count(*)::int as addresses,
      sum(amount_units)::text as units, min(block_time) as block_time, min(recorded_at) as recorded_at
    from deposit_sweeps
    where is_confirmed and ${network === undefined ? sql`true` : sql`network = ${network}`}
      and ${txHash === undefined ? sql`true` : sql`tx_hash = ${txHash}`}
    group by network, chain_id, tx_hash, to_address
    having ${past === undefined ? sql`true` : sql`min(id) < ${past}`}
    order by min(id) desc limit ${limit + 1}`.execute(db);
  return rows;
}
