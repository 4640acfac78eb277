import { payAmountParts } from './pay-amount-parts.ts';
import classes from './exact-amount.module.css';

type Props = { amount: string; className?: string | undefined };

/**
 * The amount to pay, with the digits that identify the top-up marked. Alike in every language, with a decimal point and
 * no separators, as wallets and exchanges take it and show it.
 */
export function ExactAmount({ amount, className = '' }: Props) {
  const { head, tail } = payAmountParts(amount);
  return (
    <strong className={`${classes.amount} ${className} figures`} data-testid="pay-amount" translate="no">
      {head}
      <mark className={classes.tail}>{tail}</mark>
      <span className={classes.unit}> USDT</span>
    </strong>
  );
}
