import type { Goods } from '@portside/contract';
import { formatMicro } from '@portside/contract/wire/money';
import { nextTier, parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatUsdt, formatUsdtBalance } from '../../../lib/format/numbers.ts';
import type { ThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { Money } from '../../../ui/data/money.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './order-form.module.css';
import { totalMicro } from './quantity.ts';

type Props = {
  goods: Goods;
  quantity: number;
  /** undefined for a visitor, who has no buy button: the hint leads to signing up. */
  balance: string | undefined;
  /** Something prevents the order. */
  isBlocked: boolean;
  /** The button repeats an unanswered order. */
  isRepeat: boolean;
  action: ThrottledAction;
  notice: ReactNode;
  /** Below the button, which it describes (`order-obstacle`). */
  hint: ReactNode;
  /** Where total and button are shown instead of below the prices. */
  foot: HTMLElement | null;
};

/** Unit price, total and balance, and the buy button. */
export function OrderSummary({ goods, quantity, balance, foot, ...rest }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const counted = Number.isInteger(quantity) ? quantity : 0;
  const prices = parsePrices(goods);
  const next = nextTier(prices, counted);
  const nextWords =
    next &&
    t('product.order.next', {
      missing: (next.minQuantity - counted).toLocaleString(language),
      price: formatUsdt(formatMicro(next.priceMicro), language),
      saved: formatUsdt(formatMicro(next.savedMicro), language),
    });
  const total = formatMicro(totalMicro(goods, counted));
  const pay = <Pay total={total} balance={balance} {...rest} />;
  return (
    <aside className={classes.summary}>
      <dl className={classes.lines}>
        <div>
          <dt>{t('product.order.unitPrice')}</dt>
          <dd>
            <Money amount={formatMicro(unitPriceMicro(prices, counted))} />
            {goods.price_tiers.length > 0 && (
              <p className={`${classes.next} figures`}>{nextWords ?? t('product.order.best')}</p>
            )}
          </dd>
        </div>
        {balance !== undefined && (
          <div>
            <dt>{t('product.order.balance')}</dt>
            <dd className="figures" data-testid="order-balance">
              {formatUsdtBalance(balance, language)} <small>USDT</small>
            </dd>
          </div>
        )}
      </dl>
      {foot === null ? pay : createPortal(pay, foot)}
    </aside>
  );
}

type PayProps = Omit<Props, 'goods' | 'quantity' | 'foot'> & { total: string };

/** What the order costs, what became of it, and the button. */
function Pay({ total, balance, isBlocked, isRepeat, action, notice, hint }: PayProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.pay}>
      <div role="alert" className={classes.notice}>
        {notice}
      </div>
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
