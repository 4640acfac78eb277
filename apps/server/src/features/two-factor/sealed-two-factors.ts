import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';

/** A secret opens only for its own user. */
export const associatedDataOf = (userId: bigint): string => `two-factor:${userId}`;

/** The table with this feature's sealed texts. */
export const sealedTwoFactors: SealedTable = {
  name: 'two_factors',
  key: ['user_id'],
  place: (row) => associatedDataOf(row['user_id']!),
};
