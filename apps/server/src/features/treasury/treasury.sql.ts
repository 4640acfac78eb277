import { recordOf, toMicro } from '@portside/chain';
import { sql, type Selectable, type ColumnType } from 'kysely';
import { NETWORKS, type Network, type Finding } from '@portside/contract';
import type { Hex } from 'viem';
import { forceCustomPlans, type Db } from '../../platform/db/db.ts';
import { sumBooks } from '../deposits/index.ts';
import { sumFormerFunds, sumShortfalls } from './address-looks.sql.ts';

type TreasuryLookRow = Selectable<TreasuryLooksTable>;

type Look = Pick<TreasuryLookRow, 'chain_id' | 'wallet_address' | 'network' | 'problem' | 'looked_at'>;

const storedOf = ({ problem, ...look }: Look) => ({
  ...look,
  problem: problem === null ? null : JSON.stringify(problem),
});

/** Without a balance that the nodes agree on, the former one stays, with its time. */
export async function saveLook(db: Db, look: Look, onChainMicro: bigint | null): Promise<void> {
  const stored = storedOf(look);
  const { problem, looked_at } = stored;
  const balance = { on_chain_micro: onChainMicro, balance_at: onChainMicro === null ? null : looked_at };
  await db
    .insertInto('treasury_looks')
    .values({ ...stored, ...balance })
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'wallet_address'])
        .doUpdateSet({ problem, looked_at, ...(onChainMicro !== null && balance) }),
    )
    .execute();
}

/** For a look without an answer: the balance of an earlier look stays, with its time. */
export async function saveFailedLook(db: Db, look: Look): Promise<void> {
  await db
    .insertInto('treasury_looks')
    .values({ ...storedOf(look), on_chain_micro: null, balance_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The looks at these wallets; a wallet never looked at has none. */
export const listLooksAt = (db: Db, chainId: bigint, wallets: readonly Hex[]): Promise<TreasuryLookRow[]> =>
  db
    .selectFrom('treasury_looks')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where((is) => is('wallet_address', '=', is.fn.any(is.val(wallets))))
    .execute();

/** Deletes the looks of the network's wallets that are no longer watched. */
export async function deleteOtherLooks(
  db: Db,
  network: Network,
  { chainId, wallets }: { readonly chainId: bigint; readonly wallets: readonly Hex[] },
): Promise<void> {
  await db
    .deleteFrom('treasury_looks')
    .where('network', '=', network)
    .where((is) => is.or([is('chain_id', '<>', chainId), is('wallet_address', 'not in', wallets)]))
    .execute();
}

export const listLooks = (db: Db): Promise<TreasuryLookRow[]> =>
  db.selectFrom('treasury_looks').selectAll().orderBy('network').orderBy('wallet_address').execute();

type Books = {
  /** Recorded deposits, and the ledger's inflow without reversals: equal where the books are in order. */
  readonly recordedMicro: Record<Network, bigint>;
  readonly inflowMicro: Record<Network, bigint>;
  /** The wallets' balances when they were last read, and the deposits and sweeps recorded for them since. */
  readonly onWalletsMicro: bigint;
  readonly arrivedMicro: bigint;
  /**
   * The balance of buyers' own addresses according to recorded deposits and sweeps, less what was not found there; on
   * present chains.
   */
  readonly onAddressesMicro: bigint;
  /** The same by network; null where no such address was ever paid or swept. */
  readonly onAddressesOf: Record<Network, bigint | null>;
  readonly balancesMicro: bigint;
  readonly unmatchedMicro: bigint;
  readonly heldMicro: bigint;
  readonly smallMicro: bigint;
  readonly commissionMicro: bigint;
};

const ofEach = <T>(of: (network: Network) => T) =>
  Object.fromEntries(NETWORKS.map((network) => [network, of(network)])) as Record<Network, T>;

/**
 * What may be missing from the balance of look `l`. Balances are read at the head and payments recorded once they are
 * final, so what was in a block by then is in the balance already. Block times are whole seconds.
 */
const isNotInBalance = (row: 's' | 'd') => sql`(${sql.ref(`${row}.recorded_at`)} > l.balance_at
  and ${sql.ref(`${row}.block_time`)} >= date_trunc('second', l.balance_at))`;

/** Sums the ledger's inflow of each network, less reversals; absent where there was none. */
export type SumInflow = (db: Db) => Promise<ReadonlyMap<Network, bigint>>;

/** Adds up the movements themselves: reads the whole ledger. */
async function sumInflowOfLedger(db: Db): Promise<Map<Network, bigint>> {
  const { rows } = await sql<{ network: Network; micro: string }>`
    select a.network, sum(case when m.debit_account = a.id then m.amount_micro else -m.amount_micro end)::text as micro
    from ledger_accounts a join ledger_movements m on a.id in (m.debit_account, m.credit_account)
      and m.kind in ('deposit', 'reversal', 'reversalDebt')
    where a.kind = 'inflow' group by a.network`.execute(db);
  return new Map(rows.map(({ network, micro }) => [network, BigInt(micro)]));
}

/** Everything that is compared, in one snapshot. */
export const readBooks = (db: Db, sumInflow: SumInflow = sumInflowOfLedger): Promise<Books> =>
  db.isTransaction
    ? readAll(db, sumInflow)
    : db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((snapshot) => readAll(snapshot, sumInflow));

async function readAll(db: Db, sumInflow: SumInflow): Promise<Books> {
  await forceCustomPlans(db);
  const inflow = await sumInflow(db);
  const shortfallOf = await sumShortfalls(db);
  const formerOf = await sumFormerFunds(db);
  const books = new Map(
    (await sumBooks(db)).map(({ network, book, amount }) => [`${book} ${network}`, amount]),
  );
  const { rows } = await sql<{ name: string; micro: string }>`
    select 'swept ' || s.network as name, sum(s.amount_units)::text as micro from treasury_looks l
    join deposit_sweeps s on s.chain_id = l.chain_id and s.to_address = l.wallet_address
      and ${isNotInBalance('s')} and s.is_confirmed
    group by s.network
    union all
    select 'on wallets', coalesce(sum(on_chain_micro), 0)::text from treasury_looks
    union all
    select 'arrived', coalesce(sum(d.amount_micro), 0)::text from treasury_looks l
    join deposits d on d.chain_id = l.chain_id and d.to_address = l.wallet_address and ${isNotInBalance('d')}
    union all
    select 'balances', coalesce(sum(balance_micro), 0)::text from ledger_accounts
      where kind in ('available', 'balanceReserve')
    union all
    select 'commission', coalesce(sum(greatest(balance_micro, 0)), 0)::text from ledger_accounts
      where kind in ('commission', 'payoutReserve')`.execute(db);
  const found = new Map([...books, ...rows.map(({ name, micro }) => [name, BigInt(micro)] as const)]);
  const of = (name: string): bigint => found.get(name) ?? 0n;
  /** A figure in the units of the network's token. */
  const microAt = (name: string, network: Network): bigint =>
    toMicro(of(`${name} ${network}`), recordOf(network).token.decimals);
  const microOf = (name: string): bigint =>
    NETWORKS.reduce((sum, network) => sum + microAt(name, network), 0n);
  /** Less funds on former chains and what is missing or frozen. */
  const addressesOf = (network: Network): bigint => {
    const gone = (formerOf.get(network) ?? 0n) + (shortfallOf.get(network) ?? 0n);
    const units = of(`addresses ${network}`) - gone;
    // Books and looks are separate: more may be missing than is recorded by now.
    return units > 0n ? toMicro(units, recordOf(network).token.decimals) : 0n;
  };
  const ofAll = (name: string): bigint =>
    NETWORKS.reduce((sum, network) => sum + of(`${name} ${network}`), 0n);
  return {
    recordedMicro: ofEach((network) => of(`recorded ${network}`)),
    inflowMicro: ofEach((network) => inflow.get(network) ?? 0n),
    onWalletsMicro: of('on wallets'),
    arrivedMicro: of('arrived') + microOf('swept'),
    onAddressesMicro: NETWORKS.reduce((sum, network) => sum + addressesOf(network), 0n),
    onAddressesOf: ofEach((network) => (found.has(`addresses ${network}`) ? addressesOf(network) : null)),
    balancesMicro: of('balances'),
    unmatchedMicro: ofAll('unmatched'),
    heldMicro: ofAll('held'),
    smallMicro: ofAll('small'),
    commissionMicro: of('commission'),
  };
}

type TreasuryLooksTable = {
  chain_id: bigint;
  wallet_address: Hex;
  network: Network;
  /** Null where the nodes have never reported the same one. */
  on_chain_micro: bigint | null;
  /** When that balance was asked for. */
  balance_at: Date | null;
  /** Why the wallet should not receive payments now. */
  problem: ColumnType<Finding | null, string | null, string | null>;
  /** When the nodes were last asked and agreed on the token's state. */
  looked_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    treasury_looks: TreasuryLooksTable;
  }
}
