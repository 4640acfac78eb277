import type { Goods } from '@portside/contract';
import { useIsOnline } from '../../../lib/browser/use-is-online.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import type { OrderBody } from './attempts/attempt.ts';
import { obstacleOf } from './obstacle.ts';
import { ObstacleLine } from './obstacle-line.tsx';
import classes from './order-form.module.css';
import { OrderFields } from './order-fields.tsx';
import { OrderNotice } from './order-notice.tsx';
import { OrderSummary } from './order-summary.tsx';
import { unitPrice } from './price-of-quantity.ts';
import { useDraft } from './use-draft.ts';
import type { OrderPhase } from './use-place-order.ts';

type Props = {
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
export function OrderForm({ area, goods, phase, onPlace, head, foot = null }: Props) {
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
      unit_price: unitPrice(goods, quantity),
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
