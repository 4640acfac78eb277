import { formatMicro } from '@portside/contract';
import { mapNames, type NameById } from '../../platform/audit/name-by-id.ts';

/** A deposit is known by its amount and network. */
export const nameDeposits: NameById = async ({ db }, ids) => {
  const rows = await db
    .selectFrom('deposits')
    .select(['id', 'network', 'amount_micro'])
    .where('id', 'in', ids)
    .execute();
  return mapNames(
    rows.map(({ id, network, amount_micro }) => ({
      id,
      name: `${formatMicro(amount_micro)} USDT · ${network}`,
    })),
  );
};
