import { formatMicro } from '@portside/contract';
import { mapNames, type NameById } from '../../platform/audit/name-by-id.ts';
import { findDeposits } from './deposits.sql.ts';

/** Names deposits by amount and network, for lists that refer to them. */
export const nameDeposits: NameById = async ({ db }, ids) =>
  mapNames(
    (await findDeposits(db, ids)).map(({ id, network, amount_micro }) => ({
      id,
      name: `${formatMicro(amount_micro)} USDT · ${network}`,
    })),
  );
