import { isBenign, isSentToCheckout, type Quarantined } from '@portside/chain';
import type { Finding, Network, QUARANTINE_STATES } from '@portside/contract';
import { sql, type ColumnType, type Generated, type Selectable } from 'kysely';
import type { Hex } from 'viem';
import { directionOf, afterPosition, type IdPosition } from '../../platform/lists/by-id.ts';
import { inParts } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AssetId } from './deposits.sql.ts';

type QuarantinedLogsTable = {
  id: Generated<bigint>;
  network: Network;
  chain_id: bigint;
  tx_hash: Hex;
  ordinal: number;
  block_number: number;
  reason: ColumnType<Finding, string, string>;
  /** Of a kind that anyone can cause at will, so it needs no review. */
  is_harmless: boolean;
  /** A payment to the checkout contract, which nobody can get back. */
  is_lost: Generated<boolean>;
  recorded_at: Date;
  reviewed_by: Generated<bigint | null>;
  reviewed_at: Generated<Date | null>;
  /** The reviewer's note. */
  review: Generated<string | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    quarantined_logs: QuarantinedLogsTable;
  }
}

export type QuarantinedRow = Selectable<QuarantinedLogsTable> & { readonly reviewer: string | null };
type QuarantineState = (typeof QUARANTINE_STATES)[number];

/** Inserts logs; those already quarantined are skipped. */
export async function insertQuarantined(
  db: Db,
  { network, chainId }: AssetId,
  logs: readonly Quarantined[],
  now: Date,
): Promise<void> {
  const rows = logs.map((log) => ({
    network,
    chain_id: chainId,
    tx_hash: log.txHash,
    ordinal: log.ordinal,
    block_number: log.blockNumber,
    reason: JSON.stringify(log.reason),
    is_harmless: isBenign(log),
    is_lost: isSentToCheckout(log),
    recorded_at: now,
  }));
  for (const part of inParts(rows))
    await db
      .insertInto('quarantined_logs')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const selectLogs = (db: Db) =>
  db
    .selectFrom('quarantined_logs')
    .leftJoin('users', 'users.id', 'reviewed_by')
    .selectAll('quarantined_logs')
    .select('users.username as reviewer');

type Filter = {
  readonly network: Network | undefined;
  readonly state: QuarantineState | undefined;
  readonly position: IdPosition;
};

/** Newest first unless the position says otherwise. */
export const listQuarantined = (
  db: Db,
  { network, state, position }: Filter,
  limit: number,
): Promise<QuarantinedRow[]> =>
  selectLogs(db)
    .$if(network !== undefined, (query) => query.where('network', '=', network!))
    .$if(state === 'harmless', (query) => query.where('is_harmless', '=', true))
    .$if(state === 'reviewed', (query) => query.where('reviewed_at', 'is not', null))
    .$if(state === 'open', (query) => query.where('is_harmless', '=', false).where('reviewed_at', 'is', null))
    .where(afterPosition('quarantined_logs.id', position))
    .orderBy('quarantined_logs.id', directionOf(position))
    .limit(limit)
    .execute();

export const getQuarantined = (db: Db, id: bigint): Promise<QuarantinedRow> =>
  selectLogs(db).where('quarantined_logs.id', '=', id).executeTakeFirstOrThrow();

/** Saves a review; false where no such log waits for one. */
export async function reviewLog(
  db: Db,
  id: bigint,
  { by, review, now }: { readonly by: bigint | null; readonly review: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('quarantined_logs')
    .set({ reviewed_by: by, reviewed_at: now, review })
    .where('id', '=', id)
    .where('is_harmless', '=', false)
    .where('reviewed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type OpenLogs = {
  readonly network: Network;
  /** Payments to the checkout contract itself; the others are what no honest node reports. */
  readonly lost: boolean;
  readonly count: number;
  readonly newest: Finding;
};

/** Logs waiting for review by network, with the reason of the newest. */
export async function countOpenLogs(db: Db): Promise<OpenLogs[]> {
  const { rows } = await sql<OpenLogs>`
    select network, is_lost as lost, count(*)::int as count, (array_agg(reason order by id desc))[1] as newest
    from quarantined_logs where reviewed_at is null and not is_harmless group by network, is_lost`.execute(
    db,
  );
  return rows;
}
