import type { CartLine, Data, Goods } from '@portside/contract';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import { Anchor, Button } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { query } from '../../../lib/api/query.ts';
import { useIsOnline } from '../../../lib/browser/network.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { isEmail, plainEmail } from '../../../lib/format/field-rules.ts';
import { formatUsdtBalance } from '../../../lib/format/numbers.ts';
import { useAwaitedPrices } from '../../../ui/prices/use-own-prices.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyState, FailedState } from '../../../ui/messages/empty-state.tsx';
import { EmptyQuayPicture } from '../../../ui/pictures/pictures.tsx';
import { missingOf } from '../placing/obstacle.ts';
import { EmailField } from '../placing/order-fields.tsx';
import { OrderNotice, TopUp } from '../placing/order-form.tsx';
import { CartCoupon, couponsIn, useCartCoupon, withCoupon } from './cart-coupon.tsx';
import { faultOf, isCounted, type UnitPriceOf } from './cart-line.ts';
import classes from './cart.module.css';
import { CartRow, SettleAll, type Row } from './cart-row.tsx';
import { PlacedOrders } from './placed-orders.tsx';
import { cartSent, useCart } from './use-cart.ts';
import { usePlaceCart, type CartBody, type CartPhase, type Refused } from './use-place-cart.ts';

type Area = '/client' | '/mobile';
type Catalogue = Data<'listGoods'>;
/** How all products on sale for everybody are read. */
type AllGoods = UseQueryOptions<Catalogue>;

type CartProps = { area: Area; allGoods: AllGoods };

/** The reader's cart, its purchase with one confirmation, and afterwards the orders. */
export function Cart({ area, allGoods }: CartProps) {
  const cart = useCart();
  const typing = useTyping(cart.setLine);
  const { phase, place, again, refused, forgive } = usePlaceCart();
  if (phase.kind === 'placed')
    return <PlacedOrders area={area} orders={phase.orders} total={phase.total} onDone={again} />;
  const lines = phase.kind === 'unanswered' ? linesOf(phase.attempt.body) : cart.lines;
  if (lines === undefined)
    return cart.hasFailed ? (
      <FailedState onRetry={cart.retry} />
    ) : (
      <div style={{ minHeight: 420 }} aria-busy />
    );
  if (lines.length === 0) return <NothingChosen area={area} />;
  return (
    <Filled
      area={area}
      allGoods={allGoods}
      lines={lines.map(typing.shownOf)}
      phase={phase}
      refused={refused}
      onPlace={async (body) => {
        typing.flush();
        // What is bought leaves the cart where it is the same there.
        await cartSent();
        await place(body);
      }}
      onCoupon={() => forgive()}
      onChange={(line) => {
        forgive(line.goods_id);
        typing.type(line);
      }}
      onRemove={(goodsId) => {
        forgive(goodsId);
        typing.drop(goodsId);
        void cart.removeLine(goodsId);
      }}
    />
  );
}

const PAUSE_MS = 400;

/** The line that is being changed: shown at once, and kept after a pause, or with `flush`. */
function useTyping(keep: (line: CartLine) => Promise<void>) {
  const [typed, setTyped] = useState<CartLine | null>(null);
  const later = useDebouncedCallback(
    (line: CartLine) => {
      setTyped(null);
      void keep(line);
    },
    { delay: PAUSE_MS, flushOnUnmount: true },
  );
  return {
    shownOf: (line: CartLine): CartLine => (typed?.goods_id === line.goods_id ? typed : line),
    type: (line: CartLine) => {
      if (typed?.goods_id !== line.goods_id) later.flush();
      setTyped(line);
      later(line);
    },
    drop: (goodsId: string) => {
      if (typed?.goods_id !== goodsId) return;
      later.cancel();
      setTyped(null);
    },
    flush: () => later.flush(),
  };
}

const linesOf = ({ lines }: CartBody): CartLine[] =>
  lines.map(({ goods_id, quantity, gender = 'random', unit_price = null }) => ({
    goods_id,
    quantity,
    gender,
    unit_price,
  }));

/** What was sent is repeated as it is, also where its own order is why nothing is left. */
const asSent = (row: Row): Row => {
  const { quantity, unit_price: price } = row.line;
  return {
    ...row,
    fault: null,
    totalMicro: price === null ? row.totalMicro : parseMicro(price) * BigInt(quantity),
  };
};

function NothingChosen({ area }: { area: Area }) {
  const { t } = useTranslation('service');
  return (
    <Panel>
      <EmptyState
        picture={<EmptyQuayPicture />}
        text={t('cart.empty')}
        action={
          <Button component={Link} to={`${area}/purchase-account`}>
            {t('cart.toProducts')}
          </Button>
        }
      />
    </Panel>
  );
}

type FilledProps = CartProps & {
  lines: readonly CartLine[];
  phase: Exclude<CartPhase, { kind: 'placed' }>;
  refused: Refused;
  onPlace: (body: CartBody) => Promise<void>;
  /** Another coupon is entered, or none. */
  onCoupon: () => void;
  onChange: (line: CartLine) => void;
  onRemove: (goodsId: string) => void;
};

function Filled(props: FilledProps) {
  const { area, allGoods, lines, phase, refused, onPlace, onCoupon, onChange, onRemove } = props;
  const { t } = useTranslation('service');
  const { rows: listed, isRead, retry } = useRows(lines, refused, allGoods);
  const isLocked = phase.kind === 'unanswered';
  const coupon = useCartCoupon(listed.filter(({ fault }) => fault === null).map(({ line }) => line));
  const coupons = isLocked ? couponsIn(phase.attempt.body) : coupon.lines;
  const rows = listed.map((row) => withCoupon(isLocked ? asSent(row) : row, coupons.get(row.line.goods_id)));
  const change = {
    ...coupon,
    enter: (code: string) => {
      onCoupon();
      coupon.enter(code);
    },
    drop: () => {
      onCoupon();
      coupon.drop();
    },
  };
  if (retry) return <FailedState onRetry={retry} />;
  return (
    <div className={classes.cart} data-waiting={(!isRead && !isLocked) || undefined}>
      <Panel>
        <ul className={classes.rows} aria-label={t('cart.title')}>
          {rows.map((row) => (
            <CartRow
              key={row.line.goods_id}
              row={row}
              isLocked={isLocked}
              onChange={onChange}
              onRemove={() => onRemove(row.line.goods_id)}
            />
          ))}
        </ul>
      </Panel>
      <Panel>
        <Checkout area={area} rows={rows} phase={phase} coupon={change} onPlace={onPlace} />
        {!isLocked && <SettleAll rows={rows} onChange={onChange} />}
      </Panel>
    </div>
  );
}

type Rows = {
  readonly rows: readonly Row[];
  /** Products and the reader's prices are there: nothing moves any more. */
  readonly isRead: boolean;
  /** Reads the products again, where they could not be read. */
  readonly retry: (() => void) | null;
};

/** The lines with their products, what they cost the reader now, and what stands in their way. */
function useRows(lines: readonly CartLine[], refused: Refused, allGoods: AllGoods): Rows {
  const { own, isAwaited } = useAwaitedPrices({}, { isContent: true });
  const unitPriceOf: UnitPriceOf = (goods, quantity) =>
    own?.quoteOf(goods, quantity).unitMicro ?? unitPriceMicro(parsePrices(goods), quantity);
  const { goodsOf, retry } = useGoodsById(allGoods);
  const rows = lines.map((line): Row => {
    const goods = goodsOf(line.goods_id);
    const reason = refused.get(line.goods_id);
    // Until the reader's own prices are known, nothing is said of a change.
    const seen = own ? line : { ...line, unit_price: null };
    const fault = goods === undefined ? null : faultOf(seen, goods, unitPriceOf);
    return {
      line,
      goods,
      unitPriceOf,
      quote: goods ? own?.quoteOf(goods, line.quantity) : undefined,
      coupon: null,
      totalMicro: goods ? unitPriceOf(goods, line.quantity) * BigInt(line.quantity) : 0n,
      fault: fault ?? (reason === undefined ? null : { kind: 'refused', reason }),
    };
  });
  return { rows, isRead: !isAwaited && rows.every(({ goods }) => goods !== undefined), retry };
}

/** Products from the lists that the shop shows, which may be there already: not one by one. */
function useGoodsById(allGoods: AllGoods) {
  const isSignedIn = useStored((s) => s.token !== null);
  const all = useQuery({ ...allGoods, staleTime: 0 });
  const ofLevel = useQuery({
    ...query('listOwnGoods', {}, { isQuiet: true }),
    staleTime: 0,
    enabled: isSignedIn,
  });
  const lists = isSignedIn ? [all, ofLevel] : [all];
  const goods = new Map(lists.flatMap(({ data }) => data?.items ?? []).map((one) => [one.id, one]));
  // A list from before says what there was, and not that a product is gone.
  const isRead = lists.every(({ data, isFetchedAfterMount }) => data && isFetchedAfterMount);
  const failed = lists.filter(({ data, isError }) => isError && !data);
  return {
    goodsOf: (id: string): Goods | null | undefined => goods.get(id) ?? (isRead ? null : undefined),
    retry: failed.length === 0 ? null : () => failed.forEach(({ refetch }) => void refetch()),
  };
}

type CheckoutProps = Pick<FilledProps, 'area' | 'phase' | 'onPlace'> & {
  rows: readonly Row[];
  coupon: ReturnType<typeof useCartCoupon>;
};

/** The total of all quotes, where the accounts are sent, and the one button. */
function Checkout({ area, rows, phase, coupon, onPlace }: CheckoutProps) {
  const { t, language } = useTranslation();
  const { t: service } = useTranslation('service');
  const user = useStored((s) => s.user);
  const [typed, setTyped] = useState<string | null>(null);
  const unanswered = phase.kind === 'unanswered' ? phase.attempt.body : undefined;
  const email = unanswered?.email ?? typed ?? user?.email ?? '';
  const counted = rows.filter(({ fault }) => isCounted(fault));
  const without = rows.length - counted.length;
  const totalMicro = counted.reduce((sum, row) => sum + row.totalMicro, 0n);
  return (
    <div className={classes.checkout}>
      {user && (
        <>
          <EmailField
            email={email}
            isTyped={typed !== null}
            isLocked={unanswered !== undefined}
            onChange={setTyped}
          />
          <p className={classes.sum}>
            {t('product.order.balance')}
            <span className="figures" translate="no">
              {formatUsdtBalance(user.balance, language)} <small>USDT</small>
            </span>
          </p>
        </>
      )}
      {user && <CartCoupon coupon={coupon} rows={rows} isLocked={unanswered !== undefined} />}
      <p className={classes.sum}>
        {t('product.order.total')}
        <strong data-testid="cart-total">
          <Money amount={formatMicro(totalMicro)} />
        </strong>
      </p>
      {without > 0 && <p className={classes.without}>{service('cart.without', { count: without })}</p>}
      <div role="alert">
        <OrderNotice area={area} phase={phase} />
      </div>
      {user ? (
        <Buy
          area={area}
          rows={rows}
          isRepeat={unanswered !== undefined}
          isQuoting={coupon.isQuoting}
          email={email}
          missingMicro={missingOf(totalMicro, parseMicro(user.balance))}
          onPlace={onPlace}
        />
      ) : (
        <SignUp area={area} />
      )}
    </div>
  );
}

type BuyProps = Pick<CheckoutProps, 'area' | 'rows' | 'onPlace'> & {
  /** The button repeats an unanswered purchase. */
  isRepeat: boolean;
  /** What the coupon makes of it is not known yet. */
  isQuoting: boolean;
  email: string;
  /** What the balance lacks. */
  missingMicro: bigint;
};

/** The button, or why it cannot be used and what to do about that. */
function Buy({ area, rows, isRepeat, isQuoting, email, missingMicro, onPlace }: BuyProps) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const isRead = rows.every(({ goods }) => goods !== undefined);
  const hint = useHint(rows, email);
  const isShort = hint === null && missingMicro > 0n;
  const buy = useThrottledAction(() =>
    onPlace({
      lines: withItFirst(rows).map(toLine),
      email: plainEmail(email),
    }),
  );
  return (
    <>
      <ThrottledButton
        action={buy}
        disabled={!isRepeat && (!isRead || isQuoting || hint !== null || isShort)}
        size="md"
        fullWidth
        color="signal.6"
        aria-describedby="cart-hint"
      >
        {isRepeat ? shop('product.order.again') : t('cart.submit', { count: rows.length })}
      </ThrottledButton>
      {!isRepeat && isShort && <TopUp area={area} missingMicro={missingMicro} onLeave={() => undefined} />}
      <p id="cart-hint" className={classes.hint} aria-live="polite">
        {isRepeat ? null : hint}
      </p>
    </>
  );
}

/** As they were quoted: what the coupon makes cheaper comes first, so that no line before it uses the coupon up. */
const withItFirst = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Number(Boolean(b.coupon?.applied)) - Number(Boolean(a.coupon?.applied)));

function toLine({ line: { goods_id, quantity, gender }, goods, unitPriceOf, coupon }: Row) {
  const line = { goods_id, quantity, gender };
  if (coupon?.applied)
    return {
      ...line,
      unit_price: coupon.applied.unitPrice,
      coupon: coupon.code,
      total_amount: coupon.applied.total,
    };
  return goods ? { ...line, unit_price: formatMicro(unitPriceOf(goods, quantity)) } : line;
}

/** What keeps the cart from being bought, beside the balance; null if nothing does. */
function useHint(rows: readonly Row[], email: string): string | null {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const isOnline = useIsOnline();
  if (!isOnline) return shop('product.obstacle.offline');
  if (rows.some(({ fault }) => fault !== null)) return t('cart.settle');
  if (email.trim() === '') return shop('product.obstacle.emailEmpty');
  return isEmail(email) ? null : shop('product.obstacle.emailInvalid');
}

/** A visitor comes back to the cart, which is then their account's. */
function SignUp({ area }: { area: Area }) {
  const { t } = useTranslation();
  const redirect = `redirect=${area}/cart`;
  return (
    <>
      <Button component={Link} to={`/login?mode=register&${redirect}`} size="md" fullWidth color="signal.6">
        {t('product.order.signUp')}
      </Button>
      <Anchor component={Link} to={`/login?${redirect}`} fw={600} className={classes.signIn}>
        {t('product.order.signIn')}
      </Anchor>
    </>
  );
}
