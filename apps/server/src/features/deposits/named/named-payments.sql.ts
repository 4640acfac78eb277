import type { NamedPaymentState, Network } from '@portside/contract';
import { sql, type Generated, type Selectable } from 'kysely';
import type { Hex } from 'viem';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { DepositState } from '../deposit-states.ts';

type NamedPaymentsTable = {
  id: Generated<bigint>;
  user_id: bigint;
  tx_hash: Hex;
  /** The network that it was named for, and the top-up, if any. */
  named_network: Network;
  order_id: string | null;
  named_at: Date;
  state: Generated<NamedPaymentState | 'notSeen'>;
  /** Where it was found; null while it is not seen. */
  network: Generated<Network | null>;
  chain_id: Generated<bigint | null>;
  block_number: Generated<number | null>;
  amount: Generated<string | null>;
  token_address: Generated<Hex | null>;
  sender_address: Generated<Hex | null>;
  receiver_address: Generated<Hex | null>;
  /** At the last look. */
  confirmations: Generated<number | null>;
  /** The next look; null once nothing changes any more. */
  look_at: Generated<Date | null>;
  reviewed_by: Generated<bigint | null>;
  reviewed_at: Generated<Date | null>;
  review: Generated<string | null>;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    named_payments: NamedPaymentsTable;
  }
}

/** The sender of what a bridge or a mint has made. */
export const NOBODY: Hex = `0x${'0'.repeat(40)}`;

export type NamedPaymentRow = Selectable<NamedPaymentsTable>;
export type NamedBy = { readonly userId: bigint; readonly txHash: Hex };

/** What a named transaction paid, as it is recorded or pending. */
export type NamedTransfer = {
  readonly user_id: bigint;
  readonly tx_hash: Hex;
  readonly network: Network;
  readonly chain_id: bigint;
  readonly amount_micro: bigint;
  /** `seen` while the network is confirming it. */
  readonly state: DepositState | 'seen';
  /** Whether it was paid to the buyer's own address; otherwise to a wallet of the shop. */
  readonly is_own: boolean;
  readonly is_credited: boolean;
  readonly from_address: Hex;
  readonly to_address: Hex;
  readonly block_number: number;
  readonly head: number | null;
};

/**
 * What transactions paid to their buyers' own addresses or to wallets of the shop, on any chain; never what they paid to
 * other buyers. In the order of each transaction, with dust and transfers by the shop itself last.
 */
export async function listNamedTransfers(db: Db, named: readonly NamedBy[]): Promise<NamedTransfer[]> {
  if (named.length === 0) return [];
  const asked = sql`unnest(${idArray(named.map(({ userId }) => userId))}::bigint[],
    ${textArray(named.map(({ txHash }) => txHash))}::text[]) as asked (user_id, tx_hash)`;
  const { rows } = await sql<NamedTransfer>`
    select asked.user_id, asked.tx_hash, known.network, known.chain_id, known.amount_micro, known.state,
      known.owner_id is not null as is_own, known.user_id is not distinct from asked.user_id as is_credited,
      known.from_address, known.to_address, known.block_number, status.head
    from ${asked} cross join lateral (
      select network, chain_id, ordinal, amount_micro, state, owner_id, user_id, from_address, to_address, block_number
        from deposits where tx_hash = asked.tx_hash
      union all
      select network, chain_id, ordinal, amount_micro, 'seen', owner_id, null, from_address, to_address, block_number
        from pending_transfers join chain_statuses using (chain_id) where tx_hash = asked.tx_hash
    ) known left join chain_statuses status using (chain_id)
    where known.owner_id is null or known.owner_id = asked.user_id
    order by known.amount_micro = 0, known.chain_id, known.ordinal`.execute(db);
  return rows;
}

export const listNamedRows = (db: Db, named: readonly NamedBy[]): Promise<NamedPaymentRow[]> =>
  db
    .selectFrom('named_payments')
    .selectAll()
    .where((is) => is('tx_hash', '=', is.fn.any(is.val(named.map(({ txHash }) => txHash)))))
    .where((is) => is('user_id', '=', is.fn.any(is.val(named.map(({ userId }) => userId)))))
    .execute();

/** How many transactions the user has named since then, and how many of them no node has seen. */
export const countNames = (db: Db, userId: bigint, since: Date): Promise<{ all: number; unseen: number }> =>
  db
    .selectFrom('named_payments')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`count(*) filter (where state = 'notSeen')::int`.as('unseen'),
    ])
    .where('user_id', '=', userId)
    .where('named_at', '>', since)
    .executeTakeFirstOrThrow();

type NewName = Pick<NamedPaymentRow, 'user_id' | 'tx_hash' | 'named_network' | 'order_id' | 'named_at'>;

export const insertName = (db: Db, name: NewName): Promise<NamedPaymentRow> =>
  db
    .insertInto('named_payments')
    .values({ ...name, look_at: name.named_at })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Starts the search for it anew. */
export const nameAgain = (db: Db, id: bigint, now: Date): Promise<NamedPaymentRow> =>
  db
    .updateTable('named_payments')
    .set({ named_at: now, look_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** What it is named for now. */
export async function nameFor(
  db: Db,
  id: bigint,
  name: Pick<NamedPaymentRow, 'named_network' | 'order_id'>,
): Promise<void> {
  await db.updateTable('named_payments').set(name).where('id', '=', id).execute();
}

export type Look = Partial<
  Pick<
    NamedPaymentRow,
    | 'state'
    | 'network'
    | 'chain_id'
    | 'block_number'
    | 'amount'
    | 'token_address'
    | 'sender_address'
    | 'receiver_address'
    | 'confirmations'
  >
> & { readonly look_at: Date | null };

export async function saveLook(db: Db, id: bigint, look: Look): Promise<void> {
  await db.updateTable('named_payments').set(look).where('id', '=', id).execute();
}

/** The names that are due for another look, the longest due first. */
export const listDueNames = (db: Db, now: Date, limit: number): Promise<NamedPaymentRow[]> =>
  db
    .selectFrom('named_payments')
    .selectAll()
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
    .execute();
