import type { Network } from '@portside/contract';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import type { DepositState } from '../deposit-states.ts';

export type OwnTransfer = {
  readonly network: Network;
  readonly chain_id: bigint;
  readonly amount_micro: bigint;
  /** `seen` while the network is confirming it. */
  readonly state: DepositState | 'seen';
  /** Whether it was paid to the buyer's own address; otherwise to a wallet of the shop. */
  readonly is_own: boolean;
};

/**
 * What a transaction has paid to a buyer's own addresses or to wallets of the shop, on any chain. What was paid to
 * another buyer's address is not known to them. In the order of the transaction, but what counts for nothing comes last:
 * dust, and what a wallet of the shop has sent.
 */
export async function listTransfersOf(db: Db, ownerId: bigint, txHash: Hex): Promise<OwnTransfer[]> {
  const { rows } = await sql<OwnTransfer>`
    select network, chain_id, amount_micro, state, is_own from (
      select network, chain_id, ordinal, amount_micro, state, owner_id is not null as is_own from deposits
        where tx_hash = ${txHash} and (owner_id is null or owner_id = ${ownerId})
      union all
      select network, chain_id, ordinal, amount_micro, 'seen', owner_id is not null
        from pending_transfers join chain_statuses using (chain_id)
        where tx_hash = ${txHash} and (owner_id is null or owner_id = ${ownerId})
    ) parts order by amount_micro = 0, chain_id, ordinal`.execute(db);
  return rows;
}

/** When a network was last read; null where it never was. */
export async function readCheckedAt(db: Db, network: Network): Promise<Date | null> {
  const row = await db
    .selectFrom('chain_statuses')
    .select((of) => of.fn.max('checked_at').as('at'))
    .where('network', '=', network)
    .executeTakeFirst();
  return row?.at ?? null;
}
