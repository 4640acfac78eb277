import type { Gender, Goods } from '@portside/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import type { OrderBody } from './attempt.ts';
import { GenderField } from './gender-field.tsx';
import { isEmail, obstacleOf, stockOf } from './obstacle.ts';
import classes from './order-form.module.css';
import { OrderNotice } from './order-notice.tsx';
import { OrderSummary } from './order-summary.tsx';
import { unitPrice } from './price-of-quantity.ts';
import { QuantityField } from './quantity-field.tsx';
import { TierLadder } from './tier-ladder.tsx';
import type { OrderPhase } from './use-place-order.ts';

type Props = {
  area: '/client' | '/mobile';
  goods: Goods;
  phase: Exclude<OrderPhase, { kind: 'placed' }>;
  onPlace: (body: OrderBody) => Promise<void>;
};

/** Quantity, gender and e-mail address of an order, with its price. */
export function OrderForm({ area, goods, phase, onPlace }: Props) {
  const { t } = useTranslation();
  const user = useStored((s) => s.user);
  const unanswered = phase.kind === 'unanswered' ? phase.attempt.body : undefined;
  const isLocked = unanswered !== undefined;
  const [quantity, setQuantity] = useState(unanswered?.quantity ?? goods.min_quantity);
  const [gender, setGender] = useState<Gender>(unanswered?.gender ?? firstGender(goods));
  const [typedEmail, setTypedEmail] = useState(unanswered?.email);
  const email = typedEmail ?? user?.email ?? '';

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
  const isEmailWrong = typedEmail !== undefined && typedEmail.trim() !== '' && !isEmail(typedEmail);

  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <div className={classes.goods}>
          <h3 className={classes.name}>{goods.name}</h3>
          <p className={classes.description}>{goods.description}</p>
          <code className={classes.format} title={t('orders.confirm.format')}>
            {goods.format.columns.join(goods.format.separator)}
          </code>
        </div>
        <TierLadder goods={goods} quantity={quantity} isLocked={isLocked} onChoose={setQuantity} />
        <QuantityField
          quantity={quantity}
          least={goods.min_quantity}
          most={goods.max_quantity}
          stock={stockOf(goods, gender)}
          isLocked={isLocked}
          onChange={setQuantity}
        />
        <GenderField goods={goods} gender={gender} isLocked={isLocked} onChange={setGender} />
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
          error={isEmailWrong && t('orders.obstacle.emailInvalid')}
          onChange={(event) => setTypedEmail(event.currentTarget.value)}
        />
      </div>
      <OrderSummary
        area={area}
        goods={goods}
        quantity={quantity}
        balance={user?.balance}
        obstacle={isLocked ? undefined : obstacle}
        isRepeat={isLocked}
        action={place}
        notice={<OrderNotice area={area} phase={phase} />}
      />
    </div>
  );
}

const firstGender = ({ genders }: Goods): Gender =>
  genders.includes('random') ? 'random' : (genders[0] ?? 'random');
