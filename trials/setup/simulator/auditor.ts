import { sql } from 'kysely';
import type { Hex } from 'viem';
import { readCursor } from '../../../apps/server/src/features/deposits/following/chains.sql.ts';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import type { ChainModel } from './chain-model.ts';
import type { SimBlock } from './sim-block.ts';
import type { Wanted } from './traffic.ts';

type Recorded = {
  readonly id: bigint;
  readonly tx_hash: Hex;
  readonly ordinal: number;
  readonly block_number: number;
  readonly block_hash: Hex;
  readonly from_address: Hex;
  readonly to_address: Hex;
  readonly amount_micro: bigint;
  readonly user_id: bigint | null;
};

/** Compares what the shop recorded with the true chain; uses none of the shop's rules. */
export class Auditor {
  readonly #db: Db;
  readonly #chain: ChainModel;
  readonly #wanted: readonly Wanted[];
  readonly #chainId: bigint;
  /** Final blocks that were compared. */
  #readUpTo: number | null = null;
  #lastId = 0n;
  readonly #stories = new Set<string>();
  readonly creditedMicro = new Map<bigint, bigint>();
  deposits = 0;

  constructor(db: Db, chain: ChainModel, wanted: readonly Wanted[]) {
    this.#db = db;
    this.#chain = chain;
    this.#wanted = wanted;
    this.#chainId = BigInt(chain.face.chainId);
  }

  /** The current faults: exactly the true payments up to the cursor must be recorded, and the cursor must be final. */
  async check(): Promise<string[]> {
    const faults: string[] = [];
    const recorded = await this.#readNew();
    const cursor = await readCursor(this.#db, this.#chainId);
    if (!cursor) return recorded.map((row) => `deposit ${row.id} without a cursor`);
    const from = this.#readUpTo ?? cursor.number;
    if (cursor.number > this.#chain.final)
      faults.push(`the cursor ${cursor.number} is above the final block`);
    if (cursor.number < from) faults.push(`the cursor went back from ${from} to ${cursor.number}`);
    if (this.#chain.branch[cursor.number]?.hash !== cursor.hash)
      faults.push('the cursor is on no true block');
    const expected = this.#chain.branch
      .slice(from + 1, cursor.number + 1)
      .flatMap((block) => this.#worthOf(block));
    const found = recorded.map(storyOf);
    faults.push(
      ...missing(expected, found, 'not recorded'),
      ...missing(found, expected, 'recorded, but untrue'),
    );
    for (const story of found) {
      if (this.#stories.has(story)) faults.push(`recorded twice: ${story}`);
      this.#stories.add(story);
    }
    this.#readUpTo = cursor.number;
    this.deposits += recorded.length;
    return faults;
  }

  /** How many final blocks are not scanned yet; null before the first successful scan. */
  get lag(): number | null {
    return this.#readUpTo === null ? null : this.#chain.final - this.#readUpTo;
  }

  /** Checks balances and the ledger of this chain's deposits: each moved once, with no remainder. */
  async checkMoney(userIds: readonly bigint[]): Promise<string[]> {
    const faults: string[] = [];
    for (const userId of userIds) {
      const should = this.creditedMicro.get(userId) ?? 0n;
      const { rows } = await sql<{ balance: bigint; summed: bigint }>`
        select balance_micro as balance, (select coalesce(sum(case when credit_account = a.id
          then amount_micro else -amount_micro end), 0)::bigint from ledger_movements
          where credit_account = a.id or debit_account = a.id) as summed
        from ledger_accounts a where user_id = ${userId}`.execute(this.#db);
      const { balance, summed } = rows[0]!;
      if (balance !== should) faults.push(`user ${userId} has ${balance}, the chain gave ${should}`);
      if (balance !== summed) faults.push(`user ${userId} has ${balance}, the movements say ${summed}`);
    }
    const { rows } = await sql<{ id: bigint }>`
      select d.id from deposits d left join ledger_movements m on m.reference = d.id and m.kind in ('deposit', 'credit')
      where chain_id = ${this.#chainId}
      group by d.id having count(*) filter (where m.kind = 'deposit' and m.amount_micro = d.amount_micro) <> 1
        or count(*) filter (where m.kind = 'credit' and m.amount_micro = d.amount_micro)
          <> (d.state = 'credited')::int`.execute(this.#db);
    return [...faults, ...rows.map(({ id }) => `deposit ${id} is not in the ledger exactly once`)];
  }

  async #readNew(): Promise<Recorded[]> {
    const rows = await this.#db
      .selectFrom('deposits')
      .selectAll()
      .where('chain_id', '=', this.#chainId)
      .where('id', '>', this.#lastId)
      .orderBy('id')
      .execute();
    this.#lastId = rows.at(-1)?.id ?? this.#lastId;
    return rows;
  }

  /** What should be recorded of a block, as text. */
  #worthOf(block: SimBlock): string[] {
    return block.txs.flatMap((tx) =>
      tx.events.flatMap(({ worth }, ordinal) => {
        if (!worth) return [];
        const userId = this.#ownerOf(worth);
        if (userId !== null) {
          this.creditedMicro.set(userId, (this.creditedMicro.get(userId) ?? 0n) + worth.amountMicro);
        }
        return storyOf({
          tx_hash: tx.hash,
          ordinal,
          block_number: block.number,
          block_hash: block.hash,
          from_address: worth.from,
          to_address: worth.to,
          amount_micro: worth.amountMicro,
          user_id: userId,
        });
      }),
    );
  }

  #ownerOf({
    orderRef,
    to,
    amountMicro,
  }: NonNullable<SimBlock['txs'][0]['events'][0]['worth']>): bigint | null {
    const named = this.#wanted.find((one) => one.orderRef === orderRef);
    const reserved = this.#wanted.find((one) => one.wallet === to && one.payMicro === amountMicro);
    return (named ?? reserved)?.userId ?? null;
  }
}

const storyOf = (row: Omit<Recorded, 'id'>): string =>
  [
    `${row.tx_hash.slice(0, 12)}#${row.ordinal}`,
    `in block ${row.block_number} ${row.block_hash.slice(0, 22)}`,
    `${row.amount_micro} from ${row.from_address.slice(0, 8)} to ${row.to_address.slice(0, 8)}`,
    row.user_id === null ? 'unmatched' : `credited to ${row.user_id}`,
  ].join(' ');

const missing = (all: readonly string[], from: readonly string[], word: string): string[] =>
  all.filter((story) => !from.includes(story)).map((story) => `${word}: ${story}`);
