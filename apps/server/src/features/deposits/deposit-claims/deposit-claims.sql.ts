import { sql, type Insertable, type Selectable, type Generated } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import type { DepositRow, PendingTransferRow } from '../deposits.sql.ts';
import type { Network } from '@portside/contract';

export type DepositClaimRow = Selectable<DepositClaimsTable>;
export type PaymentRef = { readonly chainId: bigint; readonly txHash: Hex };

/** Replaces the user's message for this payment, and deletes the user's expired ones. */
export async function saveDepositClaimText(
  db: Db,
  text: Insertable<DepositClaimTextsTable>,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('deposit_claim_texts')
    .where('user_id', '=', text.user_id)
    .where((is) =>
      is.or([
        is.and([is('chain_id', '=', text.chain_id), is('tx_hash', '=', text.tx_hash)]),
        is('expires_at', '<', now),
      ]),
    )
    .execute();
  await db.insertInto('deposit_claim_texts').values(text).execute();
}

/** The newest that the user has for this transaction: it may have been found on another network meanwhile. */
export const findDepositClaimText = (db: Db, userId: bigint, txHash: Hex, now: Date) =>
  db
    .selectFrom('deposit_claim_texts')
    .select('text')
    .where('user_id', '=', userId)
    .where('tx_hash', '=', txHash)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Where a transaction has paid a wallet of the shop, final or not; undefined where none is known. */
export async function findPaymentPlace(
  db: Db,
  txHash: Hex,
): Promise<{ readonly network: Network; readonly chainId: bigint } | undefined> {
  const { rows } = await sql<{ network: Network; chainId: bigint }>`
    select network, chain_id as "chainId" from deposits where tx_hash = ${txHash} and owner_id is null
    union all
    select network, chain_id from pending_transfers join chain_statuses using (chain_id)
      where tx_hash = ${txHash} and owner_id is null
    limit 1`.execute(db);
  return rows[0];
}

/**
 * Inserts the claim. A repeated one takes over the new signer, since the earlier signature may have been of a wrong
 * wallet, and its payment is looked for again.
 */
export const upsertDepositClaim = (db: Db, claim: Insertable<DepositClaimsTable>): Promise<DepositClaimRow> =>
  db
    .insertInto('deposit_claims')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .expression(sql`user_id, chain_id, tx_hash, coalesce(ordinal, -1)`)
        .doUpdateSet({ signer_address: claim.signer_address, created_at: claim.created_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * The earliest claim of this transfer that was signed by its sender, whichever network was named in it; not one of a
 * closed profile.
 */
export const findDepositClaim = (db: Db, deposit: DepositRow): Promise<DepositClaimRow | undefined> =>
  db
    .selectFrom('deposit_claims')
    .selectAll()
    .where('tx_hash', '=', deposit.tx_hash)
    .where('signer_address', '=', deposit.from_address)
    .where((is) => is.or([is('ordinal', 'is', null), is('ordinal', '=', deposit.ordinal)]))
    .where((is) =>
      is.exists(
        is
          .selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'user_id')
          .where('status', '<>', 'closed'),
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

const FRESH_MS = 60 * 60 * 1000;

/** Whether a buyer has claimed a payment on that chain within the hour, which may not be recorded yet. */
export const isDepositClaimWaiting = async (db: Db, chainId: bigint, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('deposit_claims')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('created_at', '>', new Date(now.getTime() - FRESH_MS))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The user's claims since then of payments that are not known, without the one that is repeated. */
export async function countUnknownClaims(
  db: Db,
  userId: bigint,
  { chainId, txHash, ordinal }: PaymentRef & { readonly ordinal: number | null },
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deposit_claims c
    where user_id = ${userId} and created_at > ${since}
      and (chain_id, tx_hash, ordinal) is distinct from (${chainId}, ${txHash}, ${ordinal}::int)
      and not exists (select from deposits d where d.tx_hash = c.tx_hash)
      and not exists (select from pending_transfers p where p.tx_hash = c.tx_hash)`.execute(db);
  return rows[0]!.count;
}

/** The deposits of a transaction, locked, by ordinal. */
export const lockDepositsOf = (db: Db, { chainId, txHash }: PaymentRef): Promise<DepositRow[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', txHash)
    .orderBy('ordinal')
    .forUpdate()
    .execute();

export const listOwnDepositClaims = (db: Db, userId: bigint, limit: number): Promise<DepositClaimRow[]> =>
  db
    .selectFrom('deposit_claims')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const hashesOf = (claims: readonly DepositClaimRow[]): Hex[] => claims.map((claim) => claim.tx_hash);

export const listDepositsOf = (db: Db, claims: readonly DepositClaimRow[]): Promise<DepositRow[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where((is) => is('tx_hash', '=', is.fn.any(is.val(hashesOf(claims)))))
    .execute();

export const listPendingOf = (db: Db, claims: readonly DepositClaimRow[]): Promise<PendingTransferRow[]> =>
  db
    .selectFrom('pending_transfers')
    .selectAll()
    .where((is) => is('tx_hash', '=', is.fn.any(is.val(hashesOf(claims)))))
    .execute();

/** Most senders of one transaction that are asked; more are an attack on the nodes' daily limits. */
const MOST_SENDERS = 3;

/** The senders of a transaction's transfers to our wallets, or of one of them, final or not. */
export async function listSendersOf(
  db: Db,
  { chainId, txHash }: PaymentRef,
  ordinal: number | null,
): Promise<Hex[]> {
  const { rows } = await sql<{ from_address: Hex }>`
    select distinct from_address from (
      select from_address, ordinal from deposits where chain_id = ${chainId} and tx_hash = ${txHash}
      union all
      select from_address, ordinal from pending_transfers where chain_id = ${chainId} and tx_hash = ${txHash}
    ) as transfers where ${ordinal}::int is null or ordinal = ${ordinal}
    order by from_address limit ${MOST_SENDERS}`.execute(db);
  return rows.map((row) => row.from_address);
}

type DepositClaimTextsTable = {
  id: Generated<bigint>;
  user_id: bigint;
  chain_id: bigint;
  tx_hash: Hex;
  text: string;
  expires_at: Date;
};

type DepositClaimsTable = {
  id: Generated<bigint>;
  user_id: bigint;
  network: Network;
  chain_id: bigint;
  tx_hash: Hex;
  /** One transfer of the transaction; null for all transfers of the signer in it. */
  ordinal: number | null;
  signer_address: Hex;
  created_at: Date;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    deposit_claim_texts: DepositClaimTextsTable;
    deposit_claims: DepositClaimsTable;
  }
}
