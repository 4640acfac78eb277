import type { Cursor, NodeProblem } from '@portside/chain';
import type { Finding, Network } from '@portside/contract';
import { sql, type ColumnType, type Generated, type Selectable } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';

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

/** Locks the cursor in share mode: until the end of the transaction no follower records anything of the chain. */
export async function shareCursorLock(db: Db, chainId: bigint): Promise<void> {
  await db
    .selectFrom('chain_cursors')
    .select('chain_id')
    .where('chain_id', '=', chainId)
    .forShare()
    .execute();
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

/** Saves the status; `state_since` changes only with the state. */
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
