import type { CartLine, Goods } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import type { Quote } from '@portside/contract/wire/quote';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Money } from '../../../ui/data/money.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { isOwnPrice, ListPrice, PriceReason } from '../../../ui/prices/price-reason.tsx';
import { stockOf } from '../placing/obstacle.ts';
import { useMinimumWords } from '../placing/price-notes.tsx';
import { Stepper } from '../placing/quantity-field.tsx';
import { stepQuantity } from '../placing/quantity.ts';
import {
  isCounted,
  mend,
  priceChangeOf,
  type LineCoupon,
  type LineFault,
  type PriceChange,
  type UnitPriceOf,
} from './cart-line.ts';
import classes from './cart.module.css';

export type Row = {
  readonly line: CartLine;
  /** Null if the reader can have it no more; undefined until that is known. */
  readonly goods: Goods | null | undefined;
  readonly unitPriceOf: UnitPriceOf;
  /** Why it costs that; undefined until it is known. */
  readonly quote: Quote | undefined;
  readonly totalMicro: bigint;
  /** What the cart's coupon makes of it; null without one. */
  readonly coupon: LineCoupon | null;
  readonly fault: LineFault | null;
};

type Props = {
  row: Row;
  /** An unanswered purchase may only be repeated as it is. */
  isLocked: boolean;
  onChange: (line: CartLine) => void;
  onRemove: () => void;
};

/** One product of the cart: how many, what they cost and why, and what has changed since it was put there. */
export function CartRow({ row, isLocked, onChange: keep, onRemove }: Props) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const { line, goods, quote, coupon, fault } = row;
  // A coupon that cannot be combined comes off the product's own price.
  const why = coupon?.applied ? coupon.applied.why : quote;
  // Before the reader's own prices are known, no price was seen.
  const onChange = (next: CartLine) => keep(quote ? next : { ...next, unit_price: null });
  return (
    <li className={classes.row} data-testid="cart-line">
      <div className={classes.about}>
        {goods && <Link to={`/product/${goods.slug}`}>{goods.name}</Link>}
        {goods === undefined && <Skeleton height={20} width={160} />}
        {goods && line.gender !== 'random' && <span>{shop(`product.gender.${line.gender}`)}</span>}
        {why && isOwnPrice(why) && isCounted(fault) && (
          <p className={`${classes.reason} figures`}>
            <PriceReason quote={why} />
            {goods && <ListPrice goods={goods} quantity={line.quantity} />}
          </p>
        )}
        {coupon && <CouponNote coupon={coupon} />}
        {goods && quote && <Cheaper line={line} goods={goods} quote={quote} />}
      </div>
      {goods && <Quantity row={row} goods={goods} isLocked={isLocked} onChange={onChange} />}
      {(goods || isLocked) && isCounted(fault) && (
        <span className={classes.amount}>
          <Money amount={formatMicro(row.totalMicro)} />
        </span>
      )}
      {!isLocked && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={38}
          className={classes.remove}
          aria-label={t('cart.removeOf', { name: goods?.name ?? '' }).trim()}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      )}
      {fault && !isLocked && (
        <Fault row={row} fault={fault} goods={goods ?? null} onChange={onChange} onRemove={onRemove} />
      )}
    </li>
  );
}

/** What the coupon takes off this line, or why nothing. */
function CouponNote({ coupon: { code, applied, refusal, least } }: { coupon: LineCoupon }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const words = useMinimumWords();
  if (!applied)
    return (
      refusal && (
        <p className={classes.reason}>
          {least ? words(least) : shop(`errors.${refusal}`, { defaultValue: '' })}
        </p>
      )
    );
  return (
    <p className={`${classes.reason} figures`}>
      {t('prices.coupon.of', { code })}
      <strong>
        −<Money amount={applied.discount} />
      </strong>
    </p>
  );
}

/** That the price went down; of one's own price below a list price that was seen, the reason beside it says so. */
function Cheaper({ line, goods, quote }: { line: CartLine; goods: Goods; quote: Quote }) {
  const words = usePriceWords();
  const change = priceChangeOf(line, quote.unitMicro);
  if (!change || change.isRise) return null;
  const listedMicro = unitPriceMicro(parsePrices(goods), line.quantity);
  if (isOwnPrice(quote) && parseMicro(change.seen) === listedMicro) return null;
  return <p className={`${classes.reason} figures`}>{words(change)}</p>;
}

type QuantityProps = Pick<Props, 'row' | 'isLocked' | 'onChange'> & { goods: Goods };

function Quantity({ row: { line, unitPriceOf }, goods, isLocked, onChange }: QuantityProps) {
  const { t } = useTranslation();
  const id = useId();
  // What is typed and no quantity stays in the field.
  const [isEmpty, setIsEmpty] = useState(false);
  const quantity = isEmpty ? Number.NaN : line.quantity;
  const stock = stockOf(goods, line.gender);
  const { min_quantity: least, max_quantity: most } = goods;
  const set = (wished: number) => {
    const isQuantity = Number.isInteger(wished) && wished > 0;
    setIsEmpty(!isQuantity);
    if (isQuantity)
      onChange({ ...line, quantity: wished, unit_price: formatMicro(unitPriceOf(goods, wished)) });
  };
  return (
    <div>
      <label htmlFor={id} className="visually-hidden">
        {t('product.order.quantity')}: {goods.name}
      </label>
      <Stepper
        id={id}
        quantity={quantity}
        canStep={{ down: quantity > least, up: !(quantity >= Math.min(most, stock)) }}
        isLocked={isLocked}
        onStep={(by) => set(stepQuantity(quantity, by, { least, most, stock }))}
        onChange={set}
      />
    </div>
  );
}

type FaultProps = Pick<Props, 'row' | 'onChange' | 'onRemove'> & { fault: LineFault; goods: Goods | null };

/** What stands in the way, and one button that settles it. */
function Fault({ row: { line, unitPriceOf }, fault, goods, onChange, onRemove }: FaultProps) {
  const { t, language } = useTranslation('service');
  const words = useFaultWords();
  const mended = mend(line, fault, goods, unitPriceOf);
  return (
    <div className={classes.fault}>
      <Callout tone="warn" icon={<IconAlertTriangle size={18} />}>
        {words(fault)}
        <Button
          size="xs"
          variant="default"
          className={classes.settle}
          onClick={() => (mended ? onChange(mended) : onRemove())}
        >
          {mended === null
            ? t('cart.remove')
            : mended.quantity === line.quantity
              ? t('cart.accept')
              : t('cart.take', { quantity: mended.quantity.toLocaleString(language) })}
        </Button>
      </Callout>
    </div>
  );
}

/** Accepts what became of several lines at once. Those that can only be taken out stay, each with its own button. */
export function SettleAll({ rows, onChange }: { rows: readonly Row[]; onChange: Props['onChange'] }) {
  const { t } = useTranslation('service');
  const mended = rows.flatMap(
    ({ line, fault, goods, unitPriceOf }) => (fault && mend(line, fault, goods ?? null, unitPriceOf)) ?? [],
  );
  if (mended.length < 2) return null;
  return (
    <Button variant="default" size="md" fullWidth mt="sm" onClick={() => mended.forEach(onChange)}>
      {t('cart.settleAll')}
    </Button>
  );
}

function usePriceWords(): (change: Pick<PriceChange, 'seen' | 'now'>) => string {
  const { t, language } = useTranslation('service');
  return ({ seen, now }) =>
    t('cart.price', { seen: formatUsdt(seen, language), now: formatUsdt(now, language) });
}

function useFaultWords(): (fault: LineFault) => string {
  const { t: shop, language } = useTranslation();
  const priceWords = usePriceWords();
  const count = (figure: number) => figure.toLocaleString(language);
  return (fault) => {
    switch (fault.kind) {
      case 'gone':
        return shop('product.order.gone');
      case 'soldOut':
        return shop('product.obstacle.soldOut');
      case 'gender':
        return shop('errors.genderNotOffered');
      case 'stock':
        return shop('product.obstacle.stock', { left: count(fault.left) });
      case 'quantity':
        return shop('product.obstacle.quantity', { least: count(fault.least), most: count(fault.most) });
      case 'price':
        return priceWords(fault);
      default:
        return shop(`errors.${fault.reason}`, { defaultValue: '' });
    }
  };
}
