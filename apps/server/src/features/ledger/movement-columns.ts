import type { BalanceMovement } from '@portside/contract';
import type { Columns } from '../../platform/http/send-list.ts';

/** The columns of a CSV file of movements. */
export const MOVEMENT_COLUMNS: Columns<BalanceMovement> = {
  id: (movement) => movement.id,
  created_at: (movement) => movement.created_at,
  kind: (movement) => movement.kind,
  reference: (movement) => movement.reference,
  amount: (movement) => movement.amount,
};
