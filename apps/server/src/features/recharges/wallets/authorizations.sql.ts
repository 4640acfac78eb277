import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { RechargeAuthorizationsTable } from './authorizations.tables.ts';

export type AuthorizationRow = Selectable<RechargeAuthorizationsTable>;

/** Inserts an allowance; a repeated one updates the same record, and a known hash stays. */
export const saveAuthorization = (
  db: Db,
  row: Insertable<RechargeAuthorizationsTable>,
): Promise<AuthorizationRow> =>
  db
    .insertInto('recharge_authorizations')
    .values(row)
    .onConflict((conflict) =>
      conflict.constraint('recharge_authorizations_once').doUpdateSet({
        tx_hash: sql`coalesce(excluded.tx_hash, recharge_authorizations.tx_hash)`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
