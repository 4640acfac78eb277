import type { Hex } from 'viem';
import { readChainCursor } from '../../../apps/server/src/features/deposits/following/chains.sql.ts';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import type { ChainModel, SimBlock, Worth } from './chain-model.ts';
import { OwnAuditor } from './own-auditor.ts';
import type { SimShop } from './sim-shop.ts';
import { sql } from 'kysely';

type Recorded = {
  readonly tx_hash: Hex;
  readonly ordinal: number;
  readonly block_number: number;
  readonly block_hash: Hex;
  readonly from_address: Hex;
  readonly to_address: Hex;
  readonly amount_micro: bigint;
  readonly user_id: bigint | null;
  /** Whose own address it went to. */
  readonly owner_id: bigint | null;
};

/** What the shop has shown to buyers, and so owes them. */
type Shown = Pick<SimShop, 'wanted' | 'owners' | 'cold'>;

/** Compares what the shop recorded with the true chain; uses none of the shop's rules. */
export class Auditor {
  readonly #db: Db;
  readonly #chain: ChainModel;
  readonly #shown: Shown;
  readonly #chainId: bigint;
  readonly #own: OwnAuditor;
  /** Final blocks that were compared. */
  #readUpTo: number | null = null;
  #lastId = 0n;
  readonly #stories = new Set<string>();
  readonly #creditedMicro = new Map<bigint, bigint>();
  deposits = 0;

  constructor(db: Db, chain: ChainModel, shown: Shown) {
    this.#db = db;
    this.#chain = chain;
    this.#shown = shown;
    this.#chainId = BigInt(chain.face.chainId);
    this.#own = new OwnAuditor(db, chain);
  }

  /**
   * The current faults: exactly the true payments up to the cursor must be recorded, and the cursor must be final.
   * Payments to own addresses not yet read may still be missing.
   */
  async check(): Promise<string[]> {
    const faults: string[] = [];
    const recorded = await this.#readNew();
    const cursor = await readChainCursor(this.#db, this.#chainId);
    if (!cursor) return recorded.map((row) => `deposit ${row.tx_hash} without a cursor`);
    const from = this.#readUpTo ?? cursor.number;
    if (cursor.number > this.#chain.final)
      faults.push(`the cursor ${cursor.number} is above the final block`);
    if (cursor.number < from) faults.push(`the cursor went back from ${from} to ${cursor.number}`);
    if (this.#chain.branch[cursor.number]?.hash !== cursor.hash)
      faults.push('the cursor is on no true block');
    const blocks = this.#chain.branch.slice(from + 1, cursor.number + 1);
    this.#own.expectSweeps(blocks);
    const expected = blocks.flatMap((block) => this.#worthOf(block));
    const found = recorded.filter(({ owner_id }) => owner_id === null).map(storyOf);
    faults.push(
      ...missing(expected, found, 'not recorded'),
      ...missing(found, expected, 'recorded, but untrue'),
    );
    for (const story of found) {
      if (this.#stories.has(story)) faults.push(`recorded twice: ${story}`);
      this.#stories.add(story);
    }
    const own = recorded.filter(({ owner_id }) => owner_id !== null).map(storyOf);
    faults.push(...(await this.#own.check(own, cursor.number)));
    this.#readUpTo = cursor.number;
    this.deposits += recorded.length;
    return faults;
  }

  /** How many final blocks are not scanned yet; null before the first successful scan. */
  get lag(): number | null {
    return this.#readUpTo === null ? null : this.#chain.final - this.#readUpTo;
  }

  /** Final payments that should be recorded by now: all nodes are in order, and so was the scan. */
  overdue(): string[] {
    return this.#own.overdue(this.#shown.cold).map((story) => `not recorded, though looked at: ${story}`);
  }

  /** At the end, with everything read: balances, the ledger, and nothing unrecorded. */
  async checkEnd(userIds: readonly bigint[]): Promise<string[]> {
    const waiting = this.#own.waitingMicro;
    const should = new Map(
      userIds.map((id) => [id, (this.#creditedMicro.get(id) ?? 0n) - (waiting.get(id) ?? 0n)]),
    );
    return [
      ...this.#own.overdue(new Set()).map((story) => `never recorded: ${story}`),
      ...(await this.#own.checkSweeps()),
      ...(await checkMoney(this.#db, this.#chainId, should)),
    ];
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

  /**
   * What should be recorded of a block's payments to treasuries, as text. Those to own addresses go to their own
   * auditor.
   */
  #worthOf(block: SimBlock): string[] {
    const place = { block_number: block.number, block_hash: block.hash };
    return block.txs.flatMap((tx) =>
      tx.events.flatMap(({ worth }, ordinal) => {
        if (!worth) return [];
        const amountMicro = worth.isFromShop
          ? 0n
          : worth.units / 10n ** BigInt(this.#chain.face.decimals - 6);
        const ownerId = this.#shown.owners.get(worth.to) ?? null;
        const userId = ownerId ?? this.#payerOf(worth, amountMicro);
        if (userId !== null)
          this.#creditedMicro.set(userId, (this.#creditedMicro.get(userId) ?? 0n) + amountMicro);
        const story = storyOf({
          tx_hash: tx.hash,
          ordinal,
          ...place,
          from_address: worth.from,
          to_address: worth.to,
          amount_micro: amountMicro,
          user_id: userId,
          owner_id: ownerId,
        });
        if (ownerId === null) return story;
        this.#own.expectPayment(story, { address: worth.to, block: block.number });
        return [];
      }),
    );
  }

  /** The owner of the top-up that a payment to a treasury pays. */
  #payerOf({ orderRef, to }: Worth, amountMicro: bigint): bigint | null {
    const { wanted } = this.#shown;
    const named = wanted.find((one) => one.orderRef === orderRef);
    const reserved = wanted.find((one) => one.wallet === to && one.payMicro === amountMicro);
    return (named ?? reserved)?.userId ?? null;
  }
}

const storyOf = (row: Recorded): string =>
  [
    `${row.tx_hash.slice(0, 12)}#${row.ordinal}`,
    `in block ${row.block_number} ${row.block_hash.slice(0, 22)}`,
    `${row.amount_micro} from ${row.from_address.slice(0, 8)} to ${row.to_address.slice(0, 8)}`,
    attributionOf(row),
  ].join(' ');

function attributionOf({ owner_id, user_id }: Recorded): string {
  if (owner_id !== null) return `at the address of ${owner_id}`;
  return user_id === null ? 'unmatched' : `credited to ${user_id}`;
}

const missing = (all: readonly string[], from: readonly string[], word: string): string[] =>
  all.filter((story) => !from.includes(story)).map((story) => `${word}: ${story}`);

/** Checks balances against what the chain gave, and the ledger of its deposits: each moved once, with no remainder. */
async function checkMoney(
  db: Db,
  chainId: bigint,
  shouldMicro: ReadonlyMap<bigint, bigint>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [userId, should] of shouldMicro) {
    const { rows } = await sql<{ balance: bigint; summed: bigint }>`
      select balance_micro as balance, (select coalesce(sum(case when credit_account = a.id
        then amount_micro else -amount_micro end), 0)::bigint from ledger_movements
        where credit_account = a.id or debit_account = a.id) as summed
      from ledger_accounts a where user_id = ${userId}`.execute(db);
    const { balance, summed } = rows[0]!;
    if (balance !== should) faults.push(`user ${userId} has ${balance}, the chain gave ${should}`);
    if (balance !== summed) faults.push(`user ${userId} has ${balance}, the movements say ${summed}`);
  }
  // Less than a micro-USDT moves nothing.
  const { rows } = await sql<{ id: bigint }>`
    select d.id from deposits d left join ledger_movements m on m.reference = d.id and m.kind in ('deposit', 'credit')
    where chain_id = ${chainId}
    group by d.id having count(*) filter (where m.kind = 'deposit' and m.amount_micro = d.amount_micro)
        <> (d.amount_micro > 0)::int
      or count(*) filter (where m.kind = 'credit' and m.amount_micro = d.amount_micro)
        <> (d.state = 'credited')::int`.execute(db);
  return [...faults, ...rows.map(({ id }) => `deposit ${id} is not in the ledger exactly once`)];
}
