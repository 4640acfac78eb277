import { formatMicro, type BalanceMovement } from '@portside/contract';
import type { AccountMovement } from './movements.sql.ts';

/** The amount is a decimal in USDT, negative where it left the account. */
export const presentMovement = (row: AccountMovement): BalanceMovement => ({
  id: row.id.toString(),
  kind: row.kind,
  reference: row.reference.toString(),
  amount: formatMicro(row.amountMicro),
  created_at: row.createdAt.toISOString(),
});
