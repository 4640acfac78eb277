import type { Goods } from '@portside/contract';
import { useIsOnline } from '../../../lib/browser/network.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import type { OrderBody } from './attempt.ts';
import { obstacleOf, type Obstacle, stockOf, topUpAmount } from './obstacle.ts';
import classes from './order-form.module.css';
import { OrderFields } from './order-fields.tsx';
import { OrderSummary } from './order-summary.tsx';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import { totalMicro } from './quantity.ts';
import { useDraft } from './use-draft.ts';
import { ofLink } from './use-goods.ts';
import type { AttemptPhase, OrderPhase } from './use-place-order.ts';
import { Anchor, Button } from '@mantine/core';
import { formatBalance, formatMicro, parseMicro } from '@portside/contract/wire/money';
import { lazy, useState, type ComponentProps } from 'react';
import { AfterContent } from '../../../ui/messages/block-boundary.tsx';
import { useAwaitedPrices } from '../../../ui/prices/use-own-prices.ts';
import { withTexts } from '../../../locales/language.ts';
import type { CouponQuote } from './price-notes.tsx';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../../lib/format/numbers.ts';
import { Link } from 'wouter';
import { IconAlertTriangle } from '@tabler/icons-react';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useFailureWording } from '../../../locales/wording.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { plainEmail } from '../../../lib/format/field-rules.ts';

const PriceNotes = lazy(withTexts('service', () => import('./price-notes.tsx')));
const AddToCart = lazy(withTexts('service', () => import('../cart/add-to-cart.tsx')));

type OrderFormProps = {
  area: '/client' | '/mobile';
  goods: Goods;
  phase: Exclude<OrderPhase, { kind: 'placed' }>;
  onPlace: (body: OrderBody) => Promise<void>;
  /** Content above the fields. */
  head?: React.ReactNode;
  /** Shows total and button there instead of in the form. */
  foot?: HTMLElement | null;
};

/** Quantity, gender and e-mail address of an order, with its price. Wide or narrow as its container is. */
export function OrderForm({ area, goods: listed, phase, onPlace, head, foot = null }: OrderFormProps) {
  const user = useStored((s) => s.user);
  const unanswered = phase.kind === 'unanswered' ? phase.attempt.body : undefined;
  const isLocked = unanswered !== undefined;
  const { choices, change, back, keep } = useDraft(listed, unanswered);
  const { quantity, gender, email: typedEmail } = choices;
  const email = typedEmail ?? user?.email ?? '';

  const { goods, total, unitPrice, own, coupon, setCoupon, isQuoting } = useOrderPrice(listed, quantity);
  // Offline, prices and stock may be stale, and nothing can be sent.
  const obstacle = useIsOnline()
    ? obstacleOf({ quantity, gender, email }, goods, user, parseMicro(total))
    : ({ kind: 'offline' } as const);
  const place = useThrottledAction(() =>
    onPlace({
      goods_id: goods.id,
      quantity,
      gender,
      email: plainEmail(email),
      unit_price: unitPrice,
      ...(coupon && { coupon: coupon.code, total_amount: total }),
      ...(goods.link_key && { link_key: goods.link_key }),
    }),
  );

  // What only a link leads to is bought from there.
  const cart = goods.link_key ? null : { area, goods, quantity, gender, isPriced: own !== undefined };
  const noted = { goods: listed, quantity, own, coupon, isLocked, onCoupon: setCoupon };
  const isReasonApart = area === '/client' && foot === null;
  return (
    <div className={classes.frame}>
      <div className={classes.form}>
        <div className={classes.fields}>
          {head}
          <OrderFields goods={goods} choices={choices} isLocked={isLocked} onChange={change} />
        </div>
        <OrderSummary
          goods={goods}
          quantity={quantity}
          most={Math.min(goods.max_quantity, stockOf(goods, gender))}
          balance={user?.balance}
          unitPrice={unanswered?.unit_price ?? unitPrice}
          total={unanswered ? totalSent(unanswered) : total}
          isBlocked={!isLocked && (obstacle !== undefined || isQuoting)}
          isRepeat={isLocked}
          action={place}
          foot={foot}
          notes={
            <AfterContent>
              <PriceNotes {...noted} part={isReasonApart ? 'coupon' : undefined} />
              {area === '/mobile' && cart && <AddToCart {...cart} />}
            </AfterContent>
          }
          reason={isReasonApart && <LaterNotes {...noted} part="reason" />}
          notice={<OrderNotice area={area} phase={phase} />}
          hint={
            <ObstacleLine
              id="order-obstacle"
              area={area}
              obstacle={isLocked ? undefined : obstacle}
              back={back}
              onLeave={keep}
              before={area === '/client' && cart && <AddToCart {...cart} />}
            />
          }
        />
      </div>
    </div>
  );
}

/** What it asks for costs what it says, whatever the price is by now. */
const totalSent = ({ total_amount: total, unit_price: unit, quantity }: OrderBody): string =>
  total ?? formatMicro(parseMicro(unit) * BigInt(quantity));

/** In a wide window beside the total, which covers what is above it. */
const LaterNotes = (props: ComponentProps<typeof PriceNotes>) => (
  <AfterContent>
    <PriceNotes {...props} />
  </AfterContent>
);

/** The product at the buyer's prices, and what so many accounts cost with their coupon. */
function useOrderPrice(listed: Goods, quantity: number) {
  const { own, isAwaited } = useAwaitedPrices(ofLink(listed.link_key));
  const goods = own?.withPrices(listed) ?? listed;
  const [coupon, setCoupon] = useState<CouponQuote | null>(null);
  const quoted = coupon?.quantity === quantity ? coupon.quote : undefined;
  const counted = Number.isInteger(quantity) ? quantity : 0;
  return {
    goods,
    total: quoted?.total_amount ?? formatMicro(totalMicro(goods, counted)),
    unitPrice: quoted?.unit_price ?? formatMicro(unitPriceMicro(parsePrices(goods), counted)),
    own,
    coupon,
    setCoupon,
    /** The buyer's prices, or what the coupon makes of this quantity, are not known yet. */
    isQuoting: isAwaited || (coupon !== null && !quoted),
  };
}

type ObstacleLineProps = {
  id: string;
  area: '/client' | '/mobile';
  obstacle: Obstacle | undefined;
  /** Where to come back to after signing in. */
  back: string;
  /** Called before a link leads away from the form. */
  onLeave: () => void;
  /** Comes with what may come later. */
  before: React.ReactNode;
};

/** Why the button is disabled, and what to do about it. Keeps its height while empty. */
function ObstacleLine({ id, area, obstacle, back, onLeave, before }: ObstacleLineProps) {
  const { t } = useTranslation();
  const wording = useObstacleWording();
  const redirect = `redirect=${encodeURIComponent(back)}`;
  return (
    <>
      <AfterContent>{before}</AfterContent>
      {obstacle?.kind === 'signIn' && (
        <Button
          component={Link}
          to={`/login?mode=register&${redirect}`}
          classNames={{ root: classes.submit, label: classes.words }}
          color="signal.6"
          onClick={onLeave}
        >
          {t('product.order.signUp')}
        </Button>
      )}
      {obstacle?.kind === 'balance' && (
        <TopUp area={area} missingMicro={obstacle.missingMicro} onLeave={onLeave} />
      )}
      <p id={id} className={`${classes.line} figures`} aria-live="polite">
        {obstacle && wording(obstacle)}
        {obstacle?.kind === 'signIn' && (
          <Anchor component={Link} to={`/login?${redirect}`} inherit fw={600} onClick={onLeave}>
            {t('product.order.signIn')}
          </Anchor>
        )}
      </p>
    </>
  );
}

type TopUpProps = { area: '/client' | '/mobile'; missingMicro: bigint; onLeave: () => void };

/** Links to a top-up prefilled with the missing amount. */
export function TopUp({ area, missingMicro, onLeave }: TopUpProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const config = useStored((s) => s.webConfig);
  const balance = useStored((s) => s.user?.balance ?? '0');
  const amount = config && topUpAmount(missingMicro, config);
  const query = new URLSearchParams({
    ...(amount !== null && { amount }),
    total: formatMicro(parseMicro(balance) + missingMicro),
  });
  return (
    <Button
      component={Link}
      to={`${area}/amount-recharge?${query}`}
      color="signal.6"
      classNames={{ root: `${classes.submit} figures`, label: classes.words }}
      onClick={onLeave}
    >
      {amount === null
        ? t('product.order.topUp')
        : t('product.order.topUpBy', { amount: new Intl.NumberFormat(language).format(Number(amount)) })}
    </Button>
  );
}

function useObstacleWording(): (obstacle: Obstacle) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = (figure: number) => figure.toLocaleString(language);
  return (obstacle) => {
    switch (obstacle.kind) {
      case 'quantity':
        return t('product.obstacle.quantity', { least: count(obstacle.least), most: count(obstacle.most) });
      case 'stock':
        return obstacle.left === 0
          ? t('product.obstacle.soldOut')
          : t('product.obstacle.stock', { left: count(obstacle.left) });
      case 'balance': {
        const amount = formatUsdtBalance(formatBalance(obstacle.missingMicro), language);
        return t('product.obstacle.balance', { amount });
      }
      default:
        return t(`product.obstacle.${obstacle.kind}`);
    }
  };
}

type OrderNoticeProps = {
  area: '/client' | '/mobile';
  phase: Exclude<AttemptPhase<unknown, object>, { kind: 'placed' }>;
};

/** Result of the last attempt: refused, price changed, or unknown. */
export function OrderNotice({ area, phase }: OrderNoticeProps) {
  const { t } = useTranslation();
  const { space } = usePunctuation();
  const wordingOf = useFailureWording();
  if (phase.kind === 'unanswered')
    return (
      <Callout tone="warn" title={t('product.notice.unansweredTitle')} icon={<IconAlertTriangle size={18} />}>
        {t('product.notice.unanswered')}
        {space}
        <Anchor component={Link} to={`${area}/purchase-record`} inherit fw={600}>
          {t('product.notice.record')}
        </Anchor>
      </Callout>
    );
  if (!phase.refusal) return null;
  const isPrice = isRefusal(phase.refusal, 'priceChanged');
  return (
    <Callout
      tone={isPrice ? 'warn' : 'bad'}
      title={isPrice ? t('product.notice.priceTitle') : t('product.notice.refusedTitle')}
      icon={<IconAlertTriangle size={18} />}
    >
      {isPrice ? t('product.notice.price') : wordingOf(phase.refusal)}
    </Callout>
  );
}
