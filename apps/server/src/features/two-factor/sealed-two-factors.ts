import type { SealedTable } from '../../platform/keys/sealed-table.sql.ts';

/** A secret opens only for its own user. */
export const placeOf = (userId: bigint): string => `two-factor:${userId}`;

/** What this feature has sealed. */
export const sealedTwoFactors: SealedTable = {
  name: 'two_factors',
  key: ['user_id'],
  place: (row) => placeOf(row['user_id']!),
};
