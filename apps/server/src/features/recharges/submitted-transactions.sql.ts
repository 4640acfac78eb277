import { sql } from 'kysely';
import type { Hex } from 'viem';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RechargeRow } from './recharges.sql.ts';

type Submitted = Pick<RechargeRow, 'id' | 'chain_id' | 'user_id' | 'submitted_tx_hash'>;

/**
 * The ids of those top-ups whose submitted transaction pays a wallet of the shop or the buyer's own address. What was
 * paid to another buyer's address is not known to them.
 */
export async function findFoundSubmissions(db: Db, rows: readonly Submitted[]): Promise<ReadonlySet<bigint>> {
  const asked = rows.filter((row): row is Submitted & { submitted_tx_hash: Hex } => !!row.submitted_tx_hash);
  if (asked.length === 0) return new Set();
  const { rows: found } = await sql<{ id: bigint }>`
    select asked.id from unnest(
      ${idArray(asked.map((row) => row.id))}::bigint[], ${idArray(asked.map((row) => row.chain_id))}::bigint[],
      ${idArray(asked.map((row) => row.user_id))}::bigint[],
      ${textArray(asked.map((row) => row.submitted_tx_hash))}::text[]) as asked (id, chain_id, user_id, tx_hash)
    where exists (select from deposits known where known.chain_id = asked.chain_id and known.tx_hash = asked.tx_hash
        and (known.owner_id is null or known.owner_id = asked.user_id))
      or exists (select from pending_transfers known where known.chain_id = asked.chain_id
        and known.tx_hash = asked.tx_hash and (known.owner_id is null or known.owner_id = asked.user_id))`.execute(
    db,
  );
  return new Set(found.map((row) => row.id));
}
