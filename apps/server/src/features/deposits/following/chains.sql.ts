import type { Cursor, NodeProblem, ChainTransfer } from '@portside/chain';
import type { Finding, Network } from '@portside/contract';
import { sql, type ColumnType, type Generated, type Selectable, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import type { AssetId, DepositRow } from '../deposits.sql.ts';

type ChainCursorsTable = {
  chain_id: bigint;
  block_number: number;
  block_hash: Hex;
  block_time: Date;
  /** Blocks up to this one are being read again; null where the chain was never resumed. */
  reread_to: Generated<number | null>;
};

/**
 * `disagreeing`: nodes differ, which may pass. `halted`: enough nodes contradict a recorded final block, which a
 * person must decide.
 */
export type FollowerState = 'following' | 'stalled' | 'disagreeing' | 'halted';

type ChainStatusesTable = {
  chain_id: bigint;
  network: Network;
  state: FollowerState;
  /** Why it is not read, or not up to its newest block; empty if all is well. */
  reasons: ColumnType<readonly Finding[], string, string>;
  head: number | null;
  final: number | null;
  checked_at: Date;
  /** Since when it is in this state. */
  state_since: Generated<Date>;
};

/** What is wrong with single nodes, also while the others are enough. */
type ChainNodeProblemsTable = {
  chain_id: bigint;
  node: string;
  problem: ColumnType<Finding, string, string>;
  /** When its present problems began. */
  since: Date;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    chain_cursors: ChainCursorsTable;
    chain_statuses: ChainStatusesTable;
    chain_node_problems: ChainNodeProblemsTable;
  }
}

export type ChainStatusRow = Selectable<ChainStatusesTable>;

/** Null before the first answer of a node. */
export async function readChainCursor(db: Db, chainId: bigint): Promise<Cursor | null> {
  const row = await db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  return row
    ? { number: row.block_number, hash: row.block_hash, time: row.block_time.getTime() / 1000 }
    : null;
}

/**
 * Moves the cursor back, so that the blocks up to its former position are read again. Compare and set, as `moveCursor`.
 */
export async function setCursorBack(db: Db, chainId: bigint, from: Cursor, to: Cursor): Promise<boolean> {
  if (to.number >= from.number)
    throw new Error(`a cursor goes back, not from ${from.number} to ${to.number}`);
  const { numUpdatedRows } = await db
    .updateTable('chain_cursors')
    .set({ ...cursorColumns(to), reread_to: sql`greatest(reread_to, ${from.number})` })
    .where('chain_id', '=', chainId)
    .where('block_number', '=', from.number)
    .where('block_hash', '=', from.hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the blocks after the cursor have been read before. */
export async function isRereading(db: Db, chainId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('chain_cursors')
    .select('chain_id')
    .where('chain_id', '=', chainId)
    .whereRef('reread_to', '>', 'block_number')
    .executeTakeFirst();
  return row !== undefined;
}

/** The block time up to which each chain has been read. */
export async function listReadUntil(db: Db): Promise<{ chainId: bigint; readUntil: Date }[]> {
  const rows = await db.selectFrom('chain_cursors').select(['chain_id', 'block_time']).execute();
  return rows.map((row) => ({ chainId: row.chain_id, readUntil: row.block_time }));
}

/** Locks all cursors in share mode: until the end of the transaction no follower records anything. */
export async function shareCursorLocks(db: Db): Promise<void> {
  await db.selectFrom('chain_cursors').select('chain_id').orderBy('chain_id').forShare().execute();
}

/** Locks the cursor until the end of the transaction; null where there is none. */
export async function lockCursor(db: Db, chainId: bigint): Promise<{ readonly number: number } | null> {
  const row = await db
    .selectFrom('chain_cursors')
    .select('block_number as number')
    .where('chain_id', '=', chainId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Inserts the first cursor and the one of the addresses: until now nobody was shown an address on this chain. Does
 * nothing if another process was quicker.
 */
export async function insertCursor(db: Db, chainId: bigint, cursor: Cursor): Promise<void> {
  const { block_number, block_hash, block_time } = cursorColumns(cursor);
  await sql`
    with first as (
      insert into chain_cursors (chain_id, block_number, block_hash, block_time)
      values (${chainId}, ${block_number}, ${block_hash}, ${block_time})
      on conflict (chain_id) do nothing returning chain_id, block_number, block_hash, block_time)
    insert into address_cursors select * from first on conflict (chain_id) do nothing`.execute(db);
}

/** Compare and set: false where another follower has moved the cursor meanwhile. */
export async function moveCursor(db: Db, chainId: bigint, from: Cursor, to: Cursor): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chain_cursors')
    .set(cursorColumns(to))
    .where('chain_id', '=', chainId)
    .where('block_number', '=', from.number)
    .where('block_hash', '=', from.hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const cursorColumns = ({ number, hash, time }: Cursor) => ({
  block_number: number,
  block_hash: hash,
  block_time: new Date(time * 1000),
});

/** What the last scans of these chains found; a chain that was never scanned is left out. */
export const listStatuses = (db: Db, chainIds: readonly bigint[]): Promise<ChainStatusRow[]> =>
  db
    .selectFrom('chain_statuses')
    .selectAll()
    .where((is) => is('chain_id', '=', is.fn.any(is.val(chainIds))))
    .execute();

export const readStatus = (db: Db, chainId: bigint): Promise<ChainStatusRow | undefined> =>
  db.selectFrom('chain_statuses').selectAll().where('chain_id', '=', chainId).executeTakeFirst();

/** Saves the status; `state_since` changes with the state, but not between one failure of the nodes and another. */
export async function saveStatus(
  db: Db,
  { reasons, ...known }: Omit<ChainStatusRow, 'state_since'>,
): Promise<void> {
  const status = { ...known, reasons: JSON.stringify(reasons) };
  const { chain_id: _, ...columns } = status;
  await db
    .insertInto('chain_statuses')
    .values({ ...status, state_since: status.checked_at })
    .onConflict((conflict) =>
      conflict.column('chain_id').doUpdateSet({
        ...columns,
        state_since: sql<Date>`case when chain_statuses.state = excluded.state
            or chain_statuses.state in ('stalled', 'disagreeing') and excluded.state in ('stalled', 'disagreeing')
          then chain_statuses.state_since else excluded.state_since end`,
      }),
    )
    .execute();
}

export type NodeProblemRow = Selectable<ChainNodeProblemsTable>;

/** Saves what is wrong with which node now. A problem that lasts keeps its beginning. */
export async function saveNodeProblems(
  db: Db,
  chainId: bigint,
  problems: readonly NodeProblem[],
  now: Date,
): Promise<void> {
  const names = problems.map(({ name }) => name);
  await db
    .deleteFrom('chain_node_problems')
    .where('chain_id', '=', chainId)
    .where((is) => is.not(is('node', '=', is.fn.any(is.val(names)))))
    .execute();
  if (problems.length === 0) return;
  await db
    .insertInto('chain_node_problems')
    .values(
      problems.map(({ name, problem }) => ({
        chain_id: chainId,
        node: name,
        problem: JSON.stringify(problem),
        since: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'node']).doUpdateSet({ problem: sql<string>`excluded.problem` }),
    )
    .execute();
}

export const listNodeProblems = (db: Db, chainId: bigint): Promise<NodeProblemRow[]> =>
  db.selectFrom('chain_node_problems').selectAll().where('chain_id', '=', chainId).orderBy('node').execute();

type Doubted = {
  readonly treasuries: readonly Hex[];
  readonly after: number;
  /** The last block in doubt; absent: all. */
  readonly upTo?: number;
};

/**
 * Puts deposits of these blocks in doubt until they are read again. Only those that a reading would find, so that
 * what stays in doubt is lost; and none that was rejected before, so that one that was rejected as lost is told apart.
 */
export async function doubtDeposits(
  db: Db,
  { chainId, token }: AssetId,
  { treasuries, after, upTo }: Doubted,
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ is_confirmed: false })
    .where('chain_id', '=', chainId)
    .where('contract_address', '=', token)
    .where('state', '<>', 'rejected')
    .where('block_number', '>', after)
    .$if(upTo !== undefined, (of) => of.where('block_number', '<=', upTo!))
    .where((is) =>
      is.or([is('owner_id', 'is not', null), is('to_address', '=', is.fn.any(is.val(treasuries)))]),
    )
    .where((is) => is.not(is('from_address', '=', is.fn.any(is.val(treasuries)))))
    .execute();
}

/** The deposit that was in doubt and is read again now; undefined where it was not in doubt. */
export const confirmDeposit = (
  db: Db,
  chainId: bigint,
  { txHash, ordinal, amountUnits, from, to }: ChainTransfer,
): Promise<DepositRow | undefined> =>
  db
    .updateTable('deposits')
    .set({ is_confirmed: true })
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', txHash)
    .where('ordinal', '=', ordinal)
    .where('amount_units', '=', amountUnits.toString())
    .where('from_address', '=', from)
    .where('to_address', '=', to)
    .where('is_confirmed', '=', false)
    .returningAll()
    .executeTakeFirst();

/** Written without parameters: with them PostgreSQL would not use the partial index. */
export const isLost = (table: string): RawBuilder<boolean> =>
  sql`(not ${sql.ref(`${table}.is_confirmed`)} and ${sql.ref(`${table}.state`)} not in ('reversed', 'rejected'))`;

/** How many deposits of a chain are in doubt, or lost, and not reversed or rejected yet. */
export async function countLostDeposits(db: Db, chainId: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('deposits')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('chain_id', '=', chainId)
    .where(isLost('deposits'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The same by network, once all that is to be read again was read: by then they are lost. Not those whose transaction
 * was put aside: a person looks at these.
 */
export async function listLostDeposits(db: Db): Promise<{ network: Network; count: number }[]> {
  const { rows } = await sql<{ network: Network; count: number }>`
    select network, count(*)::int as count from deposits
    where ${isLost('deposits')} and not exists (
      select from chain_cursors c join address_cursors a using (chain_id)
      where chain_id = deposits.chain_id and c.reread_to > least(c.block_number, a.block_number))
    and not exists (
      select from quarantined_logs q
      where q.chain_id = deposits.chain_id and q.tx_hash = deposits.tx_hash and q.ordinal < 0)
    group by network order by network`.execute(db);
  return rows;
}
