import type { ChainTransfer } from '@portside/chain';
import { sql, type RawBuilder } from 'kysely';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import type { AssetId, DepositRow } from '../deposits.sql.ts';

type Doubted = {
  readonly treasuries: readonly Hex[];
  readonly after: number;
  /** The last block in doubt; absent: all. */
  readonly upTo?: number;
};

/**
 * Puts deposits of these blocks in doubt until they are read again. Only those that a reading would find, so that
 * what stays in doubt is lost.
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
  { txHash, ordinal, amountUnits }: ChainTransfer,
): Promise<DepositRow | undefined> =>
  db
    .updateTable('deposits')
    .set({ is_confirmed: true })
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', txHash)
    .where('ordinal', '=', ordinal)
    .where('amount_units', '=', amountUnits.toString())
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
