import type { ChainTransfer } from '@portside/chain';
import { type Finding, type Network, formatMicro } from '@portside/contract';
import { sql, type ColumnType, type Generated, type Selectable } from 'kysely';
import type { Hex } from 'viem';
import { inParts } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { type DepositMover, type DepositState, canMoveDeposit } from './deposit-states.ts';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';

type TransferColumns = {
  chain_id: bigint;
  tx_hash: Hex;
  /** Index of the log among its transaction's logs. */
  ordinal: number;
  block_number: number;
  block_time: Date;
  from_address: Hex;
  to_address: Hex;
  /** Rounded down; zero for dust. */
  amount_micro: bigint;
  /** The order named by the checkout contract's event. */
  order_ref: Hex | null;
  /** Whose own address it was paid to; null for payments to a wallet of the shop. */
  owner_id: bigint | null;
};

export type DepositsTable = TransferColumns & {
  id: Generated<bigint>;
  network: Network;
  block_hash: Hex;
  contract_address: Hex;
  /** In the token's own units, as decimal digits: amounts with eighteen decimals exceed the database's bigint. */
  amount_units: string;
  state: DepositState;
  /** Why it was held; kept after the decision. */
  held_reason: ColumnType<Finding | null, string | undefined, string>;
  /** The credited user. */
  user_id: bigint | null;
  recorded_at: Date;
  /** False from when its blocks are in doubt until it is read again: what stays so is lost. */
  is_confirmed: Generated<boolean>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    deposits: DepositsTable;
    pending_transfers: TransferColumns;
  }
}

export type DepositRow = Selectable<DepositsTable>;
export type PendingTransferRow = Selectable<TransferColumns>;

/** Deposits are recorded in the order of their blocks, so the newest blocks are among the newest rows. */
const NEWEST = 1_000n;

/** A transfer with the owner of the address that it went to. */
export type OwnedTransfer = ChainTransfer & { readonly ownerId: bigint | null };

/** The token that deposits are recorded for: a contract on one chain. */
export type AssetId = { readonly network: Network; readonly chainId: bigint; readonly token: Hex };

/** The new row, or undefined where this log is already recorded. */
export function insertDeposit(
  db: Db,
  { network, chainId, token }: AssetId,
  transfer: OwnedTransfer,
  now: Date,
): Promise<DepositRow | undefined> {
  return db
    .insertInto('deposits')
    .values({
      ...transferColumns(chainId, transfer),
      network,
      block_hash: transfer.blockHash,
      contract_address: token,
      amount_units: transfer.amountUnits.toString(),
      state: 'final',
      user_id: null,
      recorded_at: now,
    })
    .onConflict((conflict) => conflict.constraint('deposits_identity').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Whether a known deposit was reversed, or has another amount, sender or receiver than the transfer that is read now. */
export async function isRecordedOtherwise(
  db: Db,
  chainId: bigint,
  { txHash, ordinal, amountUnits, from, to }: ChainTransfer,
): Promise<boolean> {
  const row = await db
    .selectFrom('deposits')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', txHash)
    .where('ordinal', '=', ordinal)
    .where((is) =>
      is.or([
        is('state', '=', 'reversed'),
        is('amount_units', '<>', amountUnits.toString()),
        is('from_address', '<>', from),
        is('to_address', '<>', to),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates the block of a known deposit whose transaction a reorganisation moved. */
export async function moveToBlock(
  db: Db,
  chainId: bigint,
  { txHash, ordinal, blockNumber, blockHash, blockTime }: ChainTransfer,
): Promise<void> {
  await db
    .updateTable('deposits')
    .set({ block_number: blockNumber, block_hash: blockHash, block_time: new Date(blockTime * 1000) })
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', txHash)
    .where('ordinal', '=', ordinal)
    .where('block_hash', '<>', blockHash)
    .execute();
}

/** The newest blocks of a chain that have deposits. */
export const listKnownBlocks = (db: Db, chainId: bigint, limit: number) =>
  db
    .selectFrom('deposits')
    .select(['block_number as number', 'block_hash as hash'])
    .distinct()
    .where('chain_id', '=', chainId)
    .where('id', '>', (is) =>
      is.selectFrom('deposits').select((of) => sql<bigint>`${of.fn.max('id')} - ${NEWEST}`.as('id')),
    )
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

export async function countDepositsAbove(db: Db, chainId: bigint, blockNumber: number): Promise<number> {
  const { count } = await db
    .selectFrom('deposits')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('chain_id', '=', chainId)
    .where('block_number', '>', blockNumber)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findDeposit = (db: Db, id: bigint): Promise<DepositRow | undefined> =>
  db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirst();

const findDeposits = (db: Db, ids: readonly bigint[]): Promise<DepositRow[]> =>
  db.selectFrom('deposits').selectAll().where('id', 'in', ids).execute();

export const lockDeposit = (db: Db, id: bigint): Promise<DepositRow | undefined> =>
  db.selectFrom('deposits').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

type Move = {
  readonly from: DepositState;
  readonly to: DepositState;
  readonly by: DepositMover;
  readonly heldReason?: Finding;
};

/** Moves a deposit; false where it is not in the state `from`. Throws on a transition that the table does not have. */
export async function moveDeposit(
  db: Db,
  id: bigint,
  { from, to, by, heldReason }: Move,
  userId: bigint | null = null,
): Promise<boolean> {
  if (!canMoveDeposit(from, to, by)) throw new Error(`a deposit cannot go from ${from} to ${to} by ${by}`);
  const { numUpdatedRows } = await db
    .updateTable('deposits')
    .set({
      state: to,
      user_id: userId,
      ...(heldReason !== undefined && { held_reason: JSON.stringify(heldReason) }),
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const listPendingTransfers = (db: Db, chainId: bigint): Promise<PendingTransferRow[]> =>
  db
    .selectFrom('pending_transfers')
    .selectAll()
    .where('chain_id', '=', chainId)
    .orderBy('block_number')
    .orderBy('tx_hash')
    .orderBy('ordinal')
    .execute();

/** Replaces all pending transfers of a chain. */
export async function replacePendingTransfers(
  db: Db,
  chainId: bigint,
  transfers: readonly OwnedTransfer[],
): Promise<void> {
  await db.deleteFrom('pending_transfers').where('chain_id', '=', chainId).execute();
  const rows = transfers.map((transfer) => transferColumns(chainId, transfer));
  for (const part of inParts(rows)) await db.insertInto('pending_transfers').values(part).execute();
}

export async function deletePendingUpTo(db: Db, chainId: bigint, blockNumber: number): Promise<void> {
  await db
    .deleteFrom('pending_transfers')
    .where('chain_id', '=', chainId)
    .where('block_number', '<=', blockNumber)
    .execute();
}

const transferColumns = (chainId: bigint, transfer: OwnedTransfer): PendingTransferRow => ({
  chain_id: chainId,
  tx_hash: transfer.txHash,
  ordinal: transfer.ordinal,
  block_number: transfer.blockNumber,
  block_time: new Date(transfer.blockTime * 1000),
  from_address: transfer.from,
  to_address: transfer.to,
  amount_micro: transfer.amountMicro,
  order_ref: transfer.orderRef,
  owner_id: transfer.ownerId,
});

/** Counts deposits in a state of at least `minimumMicro`, with the oldest one's time; null where there are none. */
export async function countUndecidedDeposits(
  db: Db,
  state: 'unmatched' | 'held',
  minimumMicro: bigint,
): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(recorded_at) as since from deposits
    where state = ${sql.lit(state)} and amount_micro >= ${minimumMicro}`.execute(db);
  return toBacklog(rows[0]);
}

/** Names deposits by amount and network, for lists that refer to them. */
export const nameDeposits: NameById = async ({ db }, ids) =>
  mapNames(
    (await findDeposits(db, ids)).map(({ id, network, amount_micro }) => ({
      id,
      name: `${formatMicro(amount_micro)} USDT · ${network}`,
    })),
  );
