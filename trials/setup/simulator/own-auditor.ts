import { chainsOf } from '@portside/chain';
import type { Hex } from 'viem';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import type { ChainModel, SimBlock } from './chain-model.ts';

type Payment = { readonly address: Hex; readonly block: number };
type Row = {
  readonly id: bigint;
  readonly owner_id: bigint | null;
  readonly user_id: bigint | null;
  readonly amount_micro: bigint;
  readonly state: string;
};

/** Compares what arrived at buyers' own addresses with what was recorded and credited. */
export class OwnAuditor {
  readonly #db: Db;
  readonly #chain: ChainModel;
  readonly #chainId: bigint;
  /** Final payments that are not recorded yet. */
  readonly #outstanding = new Map<string, Payment>();
  readonly #found = new Set<string>();
  readonly #sweeps = new Set<string>();
  /** Deposits that waited for others when last looked at. */
  #waiting = new Set<bigint>();
  /** All deposits up to this one were looked at. */
  #lastId = 0n;
  /** Amounts waiting below the minimum, by owner. */
  waitingMicro: ReadonlyMap<bigint, bigint> = new Map();

  constructor(db: Db, chain: ChainModel) {
    this.#db = db;
    this.#chain = chain;
    this.#chainId = BigInt(chain.face.chainId);
  }

  expectPayment(story: string, payment: Payment): void {
    this.#outstanding.set(story, payment);
  }

  expectSweeps(blocks: readonly SimBlock[]): void {
    for (const { txs } of blocks)
      for (const { hash, events } of txs)
        for (const [ordinal, { isSweep }] of events.entries())
          if (isSweep) this.#sweeps.add(`${hash}#${ordinal}`);
  }

  /** `stories` were recorded since the last call. */
  async check(stories: readonly string[], cursor: number): Promise<string[]> {
    const faults: string[] = [];
    for (const story of stories) {
      if (this.#found.has(story)) faults.push(`recorded twice: ${story}`);
      else if (!this.#outstanding.delete(story)) faults.push(`recorded, but untrue: ${story}`);
      this.#found.add(story);
    }
    const readTo = await this.#readCursor();
    if (readTo && readTo.block_number > cursor) faults.push('more is read for addresses than for the chain');
    if (readTo && this.#chain.branch[readTo.block_number]?.hash !== readTo.block_hash)
      faults.push('the cursor of the addresses is on no true block');
    for (const [story, { block }] of this.#outstanding)
      if (readTo && block <= readTo.block_number) faults.push(`not recorded: ${story}`);
    return [...faults, ...(await this.#checkCredits())];
  }

  /** Final payments that are not recorded, except to these addresses. */
  overdue(except: ReadonlySet<Hex>): string[] {
    return [...this.#outstanding].filter(([, { address }]) => !except.has(address)).map(([story]) => story);
  }

  /** Each sweep in a final block must be recorded, and as nothing else. */
  async checkSweeps(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('deposit_sweeps')
      .select(['tx_hash', 'ordinal'])
      .where('chain_id', '=', this.#chainId)
      .execute();
    const recorded = new Set(rows.map((row) => `${row.tx_hash}#${row.ordinal}`));
    return [
      ...[...this.#sweeps.difference(recorded)].map((sweep) => `not recorded as a sweep: ${sweep}`),
      ...[...recorded.difference(this.#sweeps)].map((sweep) => `recorded as a sweep, but untrue: ${sweep}`),
    ];
  }

  /** Everything is credited to its owner, except sums below the minimum and amounts below a micro-USDT. */
  async #checkCredits(): Promise<string[]> {
    const rows = await this.#readRows();
    const faults = rows.flatMap((row) => wrongState(row));
    const minimum = chainsOf(this.#chain.face.network).leastDepositMicro;
    const waiting = rows.filter(({ state }) => state === 'small');
    const waitingOf = Map.groupBy(waiting, ({ owner_id }) => owner_id!);
    this.waitingMicro = new Map([...waitingOf].map(([owner, of]) => [owner, sum(of)]));
    for (const [owner, micro] of this.waitingMicro)
      if (micro >= minimum) faults.push(`${micro} wait for ${owner}, which is enough`);
    const isNew = ({ id }: Row): boolean => id > this.#lastId || this.#waiting.has(id);
    const credited = rows.filter((row) => row.state === 'credited' && isNew(row));
    for (const [owner, of] of Map.groupBy(credited, ({ owner_id }) => owner_id!))
      if (sum(of) < minimum) faults.push(`${sum(of)} were credited to ${owner}, which is not enough`);
    this.#waiting = new Set(waiting.map(({ id }) => id));
    this.#lastId = rows.at(-1)?.id ?? this.#lastId;
    return faults;
  }

  #readRows(): Promise<Row[]> {
    return this.#db
      .selectFrom('deposits')
      .select(['id', 'owner_id', 'user_id', 'amount_micro', 'state'])
      .where('chain_id', '=', this.#chainId)
      .where('owner_id', 'is not', null)
      .orderBy('id')
      .execute();
  }

  #readCursor() {
    return this.#db
      .selectFrom('address_cursors')
      .selectAll()
      .where('chain_id', '=', this.#chainId)
      .executeTakeFirst();
  }
}

function wrongState({ id, owner_id, user_id, amount_micro, state }: Row): string[] {
  if (state === 'credited' && user_id === owner_id && amount_micro > 0n) return [];
  if (state === 'small' && amount_micro > 0n) return [];
  if (state === 'rejected' && amount_micro === 0n) return [];
  return [`deposit ${id} of ${owner_id} over ${amount_micro} is ${state}, user ${user_id}`];
}

const sum = (rows: readonly Row[]): bigint => rows.reduce((total, row) => total + row.amount_micro, 0n);
