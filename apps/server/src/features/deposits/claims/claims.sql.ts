import { sql, type Insertable, type Selectable } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import type { ClaimTextsTable, DepositClaimsTable } from './claims.tables.ts';
import type { DepositRow, PendingTransferRow } from '../deposits.sql.ts';

export type ClaimRow = Selectable<DepositClaimsTable>;
export type Payment = { readonly chainId: bigint; readonly txHash: Hex };

/** Replaces what the user was asked to sign for this payment before; what is too old goes with it. */
export async function saveClaimText(db: Db, text: Insertable<ClaimTextsTable>, now: Date): Promise<void> {
  await db
    .deleteFrom('claim_texts')
    .where('user_id', '=', text.user_id)
    .where((is) =>
      is.or([
        is.and([is('chain_id', '=', text.chain_id), is('tx_hash', '=', text.tx_hash)]),
        is('expires_at', '<', now),
      ]),
    )
    .execute();
  await db.insertInto('claim_texts').values(text).execute();
}

export const findClaimText = (db: Db, userId: bigint, { chainId, txHash }: Payment, now: Date) =>
  db
    .selectFrom('claim_texts')
    .select('text')
    .where('user_id', '=', userId)
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', txHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** The claim as it stands; said again, the wallet that signed last counts: the one before may have been a wrong one. */
export const keepClaim = (db: Db, claim: Insertable<DepositClaimsTable>): Promise<ClaimRow> =>
  db
    .insertInto('deposit_claims')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .expression(sql`user_id, chain_id, tx_hash, coalesce(ordinal, -1)`)
        .doUpdateSet({ signer_address: claim.signer_address }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** The first who claimed this very transfer with its sender's signature. */
export const findClaimOf = (db: Db, deposit: DepositRow): Promise<ClaimRow | undefined> =>
  db
    .selectFrom('deposit_claims')
    .selectAll()
    .where('chain_id', '=', deposit.chain_id)
    .where('tx_hash', '=', deposit.tx_hash)
    .where('signer_address', '=', deposit.from_address)
    .where((is) => is.or([is('ordinal', 'is', null), is('ordinal', '=', deposit.ordinal)]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Deposits of a transaction, locked, in their order within it. */
export const lockDepositsOf = (db: Db, { chainId, txHash }: Payment): Promise<DepositRow[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', txHash)
    .orderBy('ordinal')
    .forUpdate()
    .execute();

export const listOwnClaims = (db: Db, userId: bigint, limit: number): Promise<ClaimRow[]> =>
  db
    .selectFrom('deposit_claims')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const hashesOf = (claims: readonly ClaimRow[]): Hex[] => claims.map((claim) => claim.tx_hash);

export const listDepositsOf = (db: Db, claims: readonly ClaimRow[]): Promise<DepositRow[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where((is) => is('tx_hash', '=', is.fn.any(is.val(hashesOf(claims)))))
    .execute();

export const listPendingOf = (db: Db, claims: readonly ClaimRow[]): Promise<PendingTransferRow[]> =>
  db
    .selectFrom('pending_transfers')
    .selectAll()
    .where((is) => is('tx_hash', '=', is.fn.any(is.val(hashesOf(claims)))))
    .execute();
