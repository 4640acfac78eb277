import type { Db } from '../../platform/db/db.ts';

/** Up to when the addresses of every chain were read at least; null where none ever was. */
export async function readOldestAddressCursor(db: Db): Promise<Date | null> {
  const { oldest } = await db
    .selectFrom('address_cursors')
    .select((of) => of.fn.min<Date | null>('block_time').as('oldest'))
    .executeTakeFirstOrThrow();
  return oldest;
}
