import { commissionMicro, type CommissionTerms } from '../../agents/index.ts';
import type { Commission } from '../../ledger/index.ts';
import type { OrderRow } from '../orders.sql.ts';

/** What agents earn by the orders; a part too small for the smallest coin is none. */
export const commissionsOn = (
  orders: readonly OrderRow[],
  terms: ReadonlyMap<bigint, CommissionTerms>,
): Commission[] =>
  orders.flatMap(({ id, user_id, total_micro }) => {
    const own = terms.get(user_id);
    const amountMicro = own ? commissionMicro(total_micro, own) : 0n;
    return own && amountMicro > 0n ? [{ orderId: id, account: own.account, amountMicro }] : [];
  });
