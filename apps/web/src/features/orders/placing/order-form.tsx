import type { Goods } from '@portside/contract';
import { useIsOnline } from '../../../lib/browser/network.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import type { OrderBody } from './attempt.ts';
import { obstacleOf, type Obstacle, minimumAbove, topUpAmount } from './obstacle.ts';
import classes from './order-form.module.css';
import { OrderFields } from './order-fields.tsx';
import { OrderSummary } from './order-summary.tsx';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';
import { useDraft } from './use-draft.ts';
import type { OrderPhase } from './use-place-order.ts';
import { Anchor, Button } from '@mantine/core';
import { formatBalance, formatMicro } from '@portside/contract/wire/money';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../../lib/format/numbers.ts';
import { Link } from 'wouter';
import { IconAlertTriangle } from '@tabler/icons-react';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useFailureWording } from '../../../locales/wording.ts';
import { Callout } from '../../../ui/messages/callout.tsx';

type OrderFormProps = {
  area: '/client' | '/mobile';
  goods: Goods;
  phase: Exclude<OrderPhase, { kind: 'placed' }>;
  onPlace: (body: OrderBody) => Promise<void>;
  /** Content above the fields. */
  head?: React.ReactNode;
  /** Where total and button are shown instead of in the form. */
  foot?: HTMLElement | null;
};

/** Quantity, gender and e-mail address of an order, with its price. Wide or narrow as its container is. */
export function OrderForm({ area, goods, phase, onPlace, head, foot = null }: OrderFormProps) {
  const user = useStored((s) => s.user);
  const unanswered = phase.kind === 'unanswered' ? phase.attempt.body : undefined;
  const isLocked = unanswered !== undefined;
  const { choices, change, back, keep } = useDraft(goods, unanswered);
  const { quantity, gender, email: typedEmail } = choices;
  const email = typedEmail ?? user?.email ?? '';

  // Prices and stock may be old then, and nothing can be sent.
  const isOffline = !useIsOnline();
  const obstacle = isOffline
    ? ({ kind: 'offline' } as const)
    : obstacleOf({ quantity, gender, email }, goods, user);
  const place = useThrottledAction(() =>
    onPlace({
      goods_id: goods.id,
      quantity,
      gender,
      email: email.trim(),
      unit_price: formatMicro(unitPriceMicro(parsePrices(goods), quantity)),
    }),
  );

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
          balance={user?.balance}
          isBlocked={!isLocked && obstacle !== undefined}
          isRepeat={isLocked}
          action={place}
          foot={foot}
          notice={<OrderNotice area={area} phase={phase} />}
          hint={
            <ObstacleLine
              id="order-obstacle"
              area={area}
              obstacle={isLocked ? undefined : obstacle}
              back={back}
              onLeave={keep}
            />
          }
        />
      </div>
    </div>
  );
}

type ObstacleLineProps = {
  id: string;
  area: '/client' | '/mobile';
  obstacle: Obstacle | undefined;
  /** Where to come back to after signing in. */
  back: string;
  /** Called before a link leads away from the form. */
  onLeave: () => void;
};

/** Why the button is disabled, with what helps. The line keeps its height while empty. */
function ObstacleLine({ id, area, obstacle, back, onLeave }: ObstacleLineProps) {
  const { t } = useTranslation();
  const wording = useObstacleWording();
  const redirect = `redirect=${encodeURIComponent(back)}`;
  return (
    <>
      {obstacle?.kind === 'signIn' && (
        <Button component={Link} to={`/login?mode=register&${redirect}`} color="signal.6" onClick={onLeave}>
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

/** Leads to a top-up that is filled in with what is missing. */
function TopUp({ area, missingMicro, onLeave }: TopUpProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const config = useStored((s) => s.webConfig);
  const amount = config && topUpAmount(missingMicro, config);
  const query = new URLSearchParams({
    ...(amount !== null && { amount }),
    missing: formatMicro(missingMicro),
  });
  return (
    <Button
      component={Link}
      to={`${area}/amount-recharge?${query}`}
      color="signal.6"
      className="figures"
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
  const config = useStored((s) => s.webConfig);
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
        const minimum = config && minimumAbove(obstacle.missingMicro, config);
        return minimum === null
          ? t('product.obstacle.balance', { amount })
          : t('product.obstacle.minimum', { amount, minimum: formatUsdtBalance(minimum, language) });
      }
      default:
        return t(`product.obstacle.${obstacle.kind}`);
    }
  };
}

type OrderNoticeProps = { area: '/client' | '/mobile'; phase: Exclude<OrderPhase, { kind: 'placed' }> };

/** Result of the last attempt: refused, price changed, or unknown. */
function OrderNotice({ area, phase }: OrderNoticeProps) {
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
