import type { Goods } from '@portside/contract';
import { formatMicro } from '@portside/contract/wire/money';
import { lowestPriceMicro, nextTier, parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatUsdt, formatUsdtBalance } from '../../../lib/format/numbers.ts';
import type { ThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Money } from '../../../ui/data/money.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './order-form.module.css';

type Props = {
  goods: Goods;
  quantity: number;
  /** As many as one order can have now. */
  most: number;
  /** What one account and the order cost, the order with its coupon. */
  unitPrice: string;
  total: string;
  /** undefined for a visitor, who has no buy button: the hint leads to signing up. */
  balance: string | undefined;
  /** Something prevents the order. */
  isBlocked: boolean;
  /** The button repeats an unanswered order. */
  isRepeat: boolean;
  action: ThrottledAction;
  notice: ReactNode;
  /** Below the price of an account: the coupon, and where `reason` is not, why it costs that. */
  notes: ReactNode;
  /** Beside the total: why an account costs that. */
  reason: ReactNode;
  /** Below the button, which it describes (`order-obstacle`). */
  hint: ReactNode;
  /** Shows total and button there instead of below the prices. */
  foot: HTMLElement | null;
};

/** Unit price, total and balance, and the buy button. */
export function OrderSummary({ goods, quantity, most, balance, unitPrice, foot, notes, ...rest }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const counted = Number.isInteger(quantity) ? quantity : 0;
  const prices = parsePrices(goods);
  const next = nextTier(prices, counted, most);
  const nextWords =
    next &&
    t('product.order.next', {
      missing: (next.minQuantity - counted).toLocaleString(language),
      price: formatUsdt(formatMicro(next.priceMicro), language),
      saved: formatUsdt(formatMicro(next.savedMicro), language),
    });
  const isBest = unitPriceMicro(prices, counted) === lowestPriceMicro(prices);
  const pay = <Pay balance={balance} {...rest} />;
  return (
    <aside className={classes.summary}>
      <dl className={classes.lines}>
        <div>
          <dt>{t('product.order.unitPrice')}</dt>
          <dd>
            <Money amount={unitPrice} />
            {goods.price_tiers.length > 0 && (
              <p className={`${classes.next} figures`}>{nextWords ?? (isBest && t('product.order.best'))}</p>
            )}
          </dd>
        </div>
        {balance !== undefined && (
          <div>
            <dt>{t('product.order.balance')}</dt>
            <dd className="figures" data-testid="order-balance" translate="no">
              {formatUsdtBalance(balance, language)} <small>USDT</small>
            </dd>
          </div>
        )}
      </dl>
      {notes}
      {foot === null ? pay : createPortal(pay, foot)}
    </aside>
  );
}

type PayProps = Omit<Props, 'goods' | 'quantity' | 'most' | 'unitPrice' | 'foot' | 'notes'>;

/** What the order costs, what became of it, and the button. */
function Pay({ total, balance, isBlocked, isRepeat, action, notice, reason, hint }: PayProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.pay}>
      <div role="alert" className={classes.notice}>
        {notice}
      </div>
      {reason}
      <p className={classes.total}>
        {t('product.order.total')}
        <strong data-testid="order-total">
          <Money amount={total} />
        </strong>
      </p>
      {balance !== undefined && (
        <ThrottledButton
          action={action}
          disabled={isBlocked}
          size="md"
          fullWidth
          classNames={{ root: classes.submit, label: classes.words }}
          color="signal.6"
          aria-describedby="order-obstacle"
        >
          {isRepeat ? t('product.order.again') : t('product.order.submit')}
        </ThrottledButton>
      )}
      {hint}
    </div>
  );
}
