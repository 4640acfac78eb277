import { commissionMicro, type CommissionTerms } from '../../agents/index.ts';
import type { Commission } from '../../ledger/index.ts';
import type { OrderRow } from '../orders.sql.ts';

/** The commission of each order whose buyer has an agent; one that rounds down to zero is left out. */
export const computeCommissions = (
  orders: readonly OrderRow[],
  terms: ReadonlyMap<bigint, CommissionTerms>,
): Commission[] =>
  orders.flatMap(({ id, user_id, total_micro }) => {
    const own = terms.get(user_id);
    const amountMicro = own ? commissionMicro(total_micro, own) : 0n;
    return own && amountMicro > 0n ? [{ orderId: id, account: own.account, amountMicro }] : [];
  });
