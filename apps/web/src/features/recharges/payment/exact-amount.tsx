import type { Recharge } from '@portside/contract';
import { amountToPay, payAmountParts } from './pay-amount-parts.ts';
import classes from './exact-amount.module.css';

type Props = { recharge: Pick<Recharge, 'pay_amount' | 'mode'>; className?: string | undefined };

/**
 * The amount to pay, with the digits that identify the top-up marked. Alike in every language, with a decimal point and
 * no separators, as wallets and exchanges take it and show it.
 */
export function ExactAmount({ recharge, className = '' }: Props) {
  const isExact = recharge.mode === 'exact_amount';
  const { head, tail } = payAmountParts(recharge.pay_amount);
  return (
    <strong className={`${classes.amount} ${className} figures`} data-testid="pay-amount" translate="no">
      {isExact ? head : amountToPay(recharge)}
      {isExact && <mark className={classes.tail}>{tail}</mark>}
      <span className={classes.unit}> USDT</span>
    </strong>
  );
}
