import { formatMicro, type SalesSums } from '@portside/contract';
import type { SalesSum } from './daily-totals.sql.ts';

type Sum = Omit<SalesSum, 'label'>;

const NOTHING: Sum = {
  orders: 0n,
  items: 0n,
  amount_micro: 0n,
  refunds: 0n,
  refunded_micro: 0n,
  commission_micro: 0n,
};

/** Zero of everything for none. */
export const addSums = (sums: readonly Sum[]): Sum =>
  sums.reduce(
    (total, sum) => ({
      orders: total.orders + sum.orders,
      items: total.items + sum.items,
      amount_micro: total.amount_micro + sum.amount_micro,
      refunds: total.refunds + sum.refunds,
      refunded_micro: total.refunded_micro + sum.refunded_micro,
      commission_micro: total.commission_micro + sum.commission_micro,
    }),
    NOTHING,
  );

/** Amounts are decimals in USDT; income is what is left after refunds and commission. */
export const presentSums = (sum: Sum): SalesSums => ({
  orders: Number(sum.orders),
  accounts: Number(sum.items),
  amount: formatMicro(sum.amount_micro),
  refunds: Number(sum.refunds),
  refunded: formatMicro(sum.refunded_micro),
  commission: formatMicro(sum.commission_micro),
  income: formatMicro(sum.amount_micro - sum.refunded_micro - sum.commission_micro),
});
