import type { Goods } from '@portside/contract';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { affordableQuantity } from './affordable-quantity.ts';
import type { OrderBody } from './attempt.ts';
import { GenderField } from './gender-field.tsx';
import { isEmail, obstacleOf, stockOf } from './obstacle.ts';
import { ObstacleLine } from './obstacle-line.tsx';
import classes from './order-form.module.css';
import { OrderNotice } from './order-notice.tsx';
import { OrderSummary } from './order-summary.tsx';
import { unitPrice } from './price-of-quantity.ts';
import { QuantityField } from './quantity-field.tsx';
import { TierLadder } from './tier-ladder.tsx';
import { useDraft } from './use-draft.ts';
import type { OrderPhase } from './use-place-order.ts';
import { WarrantyTerms } from './warranty-terms.tsx';

type Props = {
  area: '/client' | '/mobile';
  goods: Goods;
  phase: Exclude<OrderPhase, { kind: 'placed' }>;
  onPlace: (body: OrderBody) => Promise<void>;
  /** What stands above the fields. */
  head?: React.ReactNode;
};

/** Quantity, gender and e-mail address of an order, with its price. Wide or narrow as its container is. */
export function OrderForm({ area, goods, phase, onPlace, head }: Props) {
  const { t } = useTranslation();
  const user = useStored((s) => s.user);
  const unanswered = phase.kind === 'unanswered' ? phase.attempt.body : undefined;
  const isLocked = unanswered !== undefined;
  const { choices, change, back, keep } = useDraft(goods, unanswered);
  const { quantity, gender, email: typedEmail } = choices;
  const email = typedEmail ?? user?.email ?? '';
  const stock = stockOf(goods, gender);

  const obstacle = obstacleOf({ quantity, gender, email }, goods, user);
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
          <TierLadder
            goods={goods}
            quantity={quantity}
            isLocked={isLocked}
            onChoose={(least) => change({ quantity: least })}
          />
          <QuantityField
            quantity={quantity}
            least={goods.min_quantity}
            most={goods.max_quantity}
            stock={stock}
            affordable={user ? affordableQuantity(goods, stock, user.balance) : 0}
            isLocked={isLocked}
            onChange={(chosen) => change({ quantity: chosen })}
          />
          <GenderField
            goods={goods}
            gender={gender}
            isLocked={isLocked}
            onChange={(chosen) => change({ gender: chosen })}
          />
          <EmailField
            email={email}
            isTyped={typedEmail !== null}
            isLocked={isLocked}
            onChange={(typed) => change({ email: typed })}
          />
          <WarrantyTerms hours={goods.warranty_hours} />
        </div>
        <OrderSummary
          goods={goods}
          quantity={quantity}
          balance={user?.balance}
          isBlocked={!isLocked && obstacle !== undefined}
          isRepeat={isLocked}
          action={place}
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

type EmailProps = {
  email: string;
  /** Not the buyer's own, which was confirmed before. */
  isTyped: boolean;
  isLocked: boolean;
  onChange: (email: string) => void;
};

function EmailField({ email, isTyped, isLocked, onChange }: EmailProps) {
  const { t } = useTranslation();
  const isWrong = isTyped && email.trim() !== '' && !isEmail(email);
  return (
    <TextInput
      label={t('orders.confirm.email')}
      description={t('orders.confirm.emailHint')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      type="email"
      autoComplete="email"
      required
      withAsterisk={false}
      maxLength={254}
      disabled={isLocked}
      value={email}
      error={isWrong && t('orders.obstacle.emailInvalid')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
