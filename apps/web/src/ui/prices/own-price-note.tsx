import classes from './prices.module.css';
import type { OwnPrice } from './own-prices.ts';
import { isOwnPrice, ListPrice, PriceReason } from './price-reason.tsx';

type Props = {
  own: OwnPrice;
  /** The price that is shown, and the quantity that it is for. */
  bestMicro: bigint;
  quantity: number;
  /** The smallest order. */
  least: number;
};

/**
 * Beside a product's lowest price: what everybody else pays, and why the reader pays less. Where only smaller orders are
 * cheaper, the reason alone.
 */
export default function OwnPriceNote({ own, bestMicro, quantity, least }: Props) {
  const asked = [Math.max(quantity, least), least].find((one) => isOwnPrice(own.quoteOf(one)));
  if (asked === undefined) return null;
  const quote = own.quoteOf(asked);
  return (
    <p className={`${classes.note} figures`}>
      {quote.unitMicro === bestMicro && <ListPrice goods={own.listed} quantity={asked} />}
      <PriceReason quote={quote} />
    </p>
  );
}
