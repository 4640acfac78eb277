import { sql, type RawBuilder, type Generated } from 'kysely';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';

/** Whether any change still has to be added up. */
async function hasChanges(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from deposit_changes) or exists (select from address_changes) as found`.execute(db);
  return rows[0]!.found;
}

/**
 * Adds at most `limit` changes of deposits to their totals and answers how many. The same statement deletes them, so
 * each counts once; it skips those not committed yet or held by another process.
 */
async function addDepositChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with gone as (
      delete from deposit_changes
      where id in (select id from deposit_changes order by id limit ${limit} for update skip locked)
      returning network, book, amount_micro),
    added as (
      insert into deposit_totals as total (network, book, amount)
      select network, book, sum(amount_micro) from gone group by network, book order by network, book
      on conflict (network, book) do update set amount = total.amount + excluded.amount)
    select count(*)::int as added from gone`.execute(db);
  return rows[0]!.added;
}

/** The same for what was paid to own addresses and swept from there. A total counts what is above zero. */
async function addAddressChanges(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with gone as (
      delete from address_changes
      where id in (select id from address_changes order by id limit ${limit} for update skip locked)
      returning network, chain_id, address, units, sweeps),
    moved as (
      select network, chain_id, address, sum(units) as units, sum(sweeps)::int as sweeps from gone
      group by network, chain_id, address),
    funds as (
      insert into address_funds as own (network, chain_id, address, units, sweeps)
      select network, chain_id, address, units, sweeps from moved order by chain_id, address
      on conflict (chain_id, address) do update set
        units = own.units + excluded.units, sweeps = own.sweeps + excluded.sweeps
      returning network, chain_id, address, units),
    added as (
      insert into deposit_totals as total (network, book, amount)
      select funds.network, 'addresses', sum(greatest(funds.units, 0) - greatest(funds.units - moved.units, 0))
      from funds join moved on moved.chain_id = funds.chain_id and moved.address = funds.address
      group by funds.network order by funds.network
      on conflict (network, book) do update set amount = total.amount + excluded.amount)
    select count(*)::int as added from gone`.execute(db);
  return rows[0]!.added;
}

type BookSum = { readonly network: Network; readonly book: Book; readonly amount: bigint };

/** The totals, including changes not added up yet. A book that never had anything is absent. */
export async function sumBooks(db: Db): Promise<BookSum[]> {
  const { rows } = await sql<Omit<BookSum, 'amount'> & { amount: string }>`
    select network, book, sum(amount)::text as amount from (
      select network, book, amount from deposit_totals
      union all select network, book, amount_micro from deposit_changes
      union all
      select moved.network, 'addresses', greatest(coalesce(own.units, 0) + moved.units, 0) - greatest(coalesce(own.units, 0), 0)
      from (
        select network, chain_id, address, sum(units) as units from address_changes
        group by network, chain_id, address) moved
      left join address_funds own on own.chain_id = moved.chain_id and own.address = moved.address) added
    group by network, book`.execute(db);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/**
 * A subquery: chain, address, units and sweeps of every own address with funds or recent changes, or of one address
 * even if it is empty. Includes changes not added up yet.
 */
export const fundsAt = (address: Hex | null): RawBuilder<unknown> => {
  const [isFunded, isChanged] =
    address === null
      ? [sql`units > 0 or (chain_id, address) in (select chain_id, address from address_changes)`, sql`true`]
      : [sql`address = ${address}`, sql`address = ${address}`];
  return sql`(
    select chain_id, address, sum(units) as units, sum(sweeps) as sweeps from (
      select chain_id, address, units, sweeps from address_funds where ${isFunded}
      union all select chain_id, address, units, sweeps from address_changes where ${isChanged}) moved
    group by chain_id, address)`;
};

/**
 * What the books sum up: all deposits except reversed ones, those that wait in a state, and what is on the network's
 * own addresses.
 */
type Book = 'recorded' | 'unmatched' | 'held' | 'small' | 'addresses';

/** In micro-USDT; `addresses` in the token's own units. */
type DepositTotalsTable = { network: Network; book: Book; amount: string };

/** Written by triggers on deposits; a job adds it up. */
type DepositChangesTable = {
  id: Generated<bigint>;
  network: Network;
  book: Exclude<Book, 'addresses'>;
  amount_micro: string;
};

/** What was paid to an own address and not yet swept, in the token's own units, and how many sweeps there were. */
type AddressFunds = { network: Network; chain_id: bigint; address: Hex; units: string; sweeps: number };

type AddressChangesTable = AddressFunds & { id: Generated<bigint> };

declare module '../../platform/db/db.ts' {
  interface Database {
    deposit_totals: DepositTotalsTable;
    deposit_changes: DepositChangesTable;
    address_funds: AddressFunds;
    address_changes: AddressChangesTable;
  }
}

const MAX_CHANGES = 5_000;

/** Adds changes of deposits and sweeps to the books' totals. Readers add the rest themselves, so it may run late. */
export async function addUpBooks(ctx: Ctx, maxChanges = MAX_CHANGES): Promise<{ more: boolean }> {
  // An idle shop writes nothing.
  if (!(await hasChanges(ctx.db))) return { more: false };
  const deposits = await inTransaction(ctx, ({ db }) => addDepositChanges(db, maxChanges));
  const addresses = await inTransaction(ctx, ({ db }) => addAddressChanges(db, maxChanges));
  return { more: deposits === maxChanges || addresses === maxChanges };
}
