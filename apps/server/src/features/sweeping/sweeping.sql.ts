import type { Network } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import { amountOrder, type AmountPlace } from '../../platform/lists/page-reader.ts';
import type { Db } from '../../platform/db/db.ts';
import { microOfUnits, tokenScales } from '../../platform/db/token-units.sql.ts';
import { fundsAt } from '../deposits/index.ts';
import { shortfalls } from '../treasury/index.ts';

/** Which factory, on which chain. Only addresses of the given factories are read. */
export type FactoryRef = { readonly network: Network; readonly chainId: bigint; readonly factory: Hex };

const ofFactories = (factories: readonly FactoryRef[]): RawBuilder<boolean> =>
  factories.length === 0
    ? sql`false`
    : sql`(a.network, a.chain_id, a.factory_address) in (${sql.join(
        factories.map(
          ({ network, chainId, factory }) => sql`(${network}::text, ${chainId}::bigint, ${factory}::text)`,
        ),
      )})`;

/**
 * The addresses of these factories that have something or were changed of late, with what was recorded there: paid and
 * not yet swept, less what the chain has shown to be missing or frozen. One address even if nothing is there any more.
 * The same figures as the books'.
 */
const fundedOf = (factories: readonly FactoryRef[], address: Hex | null): RawBuilder<unknown> => sql`
  select a.id, a.network, a.chain_id, a.address, a.salt, a.factory_address, a.user_id, a.paid_at,
    greatest(${microOfUnits(sql`(m.units - coalesce(short.units, 0))`)}, 0)::bigint as micro, m.sweeps > 0 as swept_before
  from ${fundsAt(address)} as m
  join deposit_addresses a on a.chain_id = m.chain_id and a.address = m.address
  join ${tokenScales()} on scales.network = a.network
  left join ${shortfalls()} as short on short.chain_id = a.chain_id and short.address = a.address
  where ${ofFactories(factories)}`;

export type ShortRow = {
  readonly network: Network;
  readonly chain_id: bigint;
  readonly address: Hex;
  readonly recorded_micro: bigint;
  readonly missing_micro: bigint;
  readonly is_frozen: boolean;
  readonly since: Date;
  readonly looked_at: Date;
  readonly username: string;
  /** Of all such addresses, beyond the limit too. */
  readonly total: number;
};

/** Addresses of these factories on which less is than was recorded, the largest shortfall first. */
export async function listShort(
  db: Db,
  factories: readonly FactoryRef[],
  limit: number,
): Promise<readonly ShortRow[]> {
  const { rows } = await sql<ShortRow>`
    select a.network, a.chain_id, a.address, ${microOfUnits(sql`m.units`)}::bigint as recorded_micro,
      ${microOfUnits(sql`least(short.units, m.units)`)}::bigint as missing_micro, short.is_frozen, short.since, short.looked_at, u.username,
      count(*) over ()::int as total
    from ${shortfalls()} as short
    join deposit_addresses a on a.chain_id = short.chain_id and a.address = short.address
    join users u on u.id = a.user_id
    join ${fundsAt(null)} as m on m.chain_id = a.chain_id and m.address = a.address and m.units > 0
    join ${tokenScales()} on scales.network = a.network
    where ${ofFactories(factories)}
    order by missing_micro desc, a.id limit ${limit}`.execute(db);
  return rows;
}

export type FundedSum = {
  readonly network: Network;
  readonly chain_id: bigint;
  readonly factory_address: Hex;
  readonly is_worth_sweeping: boolean;
  readonly micro: string;
  readonly addresses: number;
  /** Of these, how many were never swept. */
  readonly unswept: number;
};

/**
 * Recorded balances of the addresses of these factories: one sum for those of `leastMicro` or more, one for smaller
 * ones.
 */
export async function sumFunded(
  db: Db,
  factories: readonly FactoryRef[],
  leastMicro: bigint,
): Promise<readonly FundedSum[]> {
  const { rows } = await sql<FundedSum>`
    select network, chain_id, factory_address, micro >= ${leastMicro} as is_worth_sweeping, sum(micro)::text as micro,
      count(*)::int as addresses, count(*) filter (where not swept_before)::int as unswept
    from (${fundedOf(factories, null)}) as funds where micro > 0
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

export type FundedAddress = {
  readonly id: bigint;
  readonly network: Network;
  readonly chain_id: bigint;
  readonly address: Hex;
  readonly salt: Hex;
  readonly factory_address: Hex;
  readonly paid_at: Date | null;
  readonly micro: bigint;
  readonly swept_before: boolean;
  readonly username: string;
};

/** From `leastMicro` up, the largest first. One more than the limit, which shows whether there is another page. */
export async function listFunded(
  db: Db,
  factories: readonly FactoryRef[],
  { leastMicro, past, limit }: { leastMicro: bigint; past: AmountPlace<bigint> | undefined; limit: number },
): Promise<readonly FundedAddress[]> {
  const { by, after } = amountOrder('micro', 'funds.id', { isAscending: false, past });
  const { rows } = await sql<FundedAddress>`
    select funds.id, network, chain_id, address, salt, factory_address, paid_at, micro, swept_before, u.username
    from (${fundedOf(factories, null)}) as funds join users u on u.id = funds.user_id
    where micro >= ${leastMicro} and ${after}
    order by ${by} limit ${limit + 1}`.execute(db);
  return rows;
}

/** One address, even if nothing is there. */
export async function findFunded(
  db: Db,
  factories: readonly FactoryRef[],
  address: Hex,
): Promise<FundedAddress[]> {
  const { rows } = await sql<FundedAddress>`
    select a.id, a.network, a.chain_id, a.address, a.salt, a.factory_address, a.paid_at,
      coalesce(funds.micro, 0)::bigint as micro, coalesce(funds.swept_before, false) as swept_before, u.username
    from deposit_addresses a join users u on u.id = a.user_id
    left join (${fundedOf(factories, address)}) as funds on funds.id = a.id
    where a.address = ${address} and ${ofFactories(factories)}
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

type SweepFilter = { readonly network?: Network | undefined; readonly txHash?: Hex | undefined };

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
