import type { Goods } from '@portside/contract';
import { TextInput } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { affordableQuantity } from './affordable-quantity.ts';
import { GenderField } from './gender-field.tsx';
import { isEmail } from '../../../lib/is-email.ts';
import { stockOf } from './obstacle.ts';
import { QuantityField } from './quantity-field.tsx';
import { TierLadder } from './tier-ladder.tsx';
import type { Choices } from './use-draft.ts';
import { WarrantyTerms } from './warranty-terms.tsx';

type Props = {
  goods: Goods;
  choices: Choices;
  /** An unanswered order may only be repeated as it is. */
  isLocked: boolean;
  onChange: (part: Partial<Choices>) => void;
};

/** What a buyer chooses: quantity, gender, and the e-mail address for delivery. */
export function OrderFields({ goods, choices, isLocked, onChange }: Props) {
  const user = useStored((s) => s.user);
  const stock = stockOf(goods, choices.gender);
  return (
    <>
      <TierLadder
        goods={goods}
        quantity={choices.quantity}
        isLocked={isLocked}
        onChoose={(quantity) => onChange({ quantity })}
      />
      <QuantityField
        quantity={choices.quantity}
        least={goods.min_quantity}
        most={goods.max_quantity}
        stock={stock}
        affordable={user ? affordableQuantity(goods, stock, user.balance) : 0}
        isLocked={isLocked}
        onChange={(quantity) => onChange({ quantity })}
      />
      <GenderField
        goods={goods}
        gender={choices.gender}
        isLocked={isLocked}
        onChange={(gender) => onChange({ gender })}
      />
      <EmailField
        email={choices.email ?? user?.email ?? ''}
        isTyped={choices.email !== null}
        isLocked={isLocked}
        onChange={(email) => onChange({ email })}
      />
      <WarrantyTerms hours={goods.warranty_hours} />
    </>
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
      label={t('product.order.email')}
      description={t('product.order.emailHint')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      type="email"
      autoComplete="email"
      required
      withAsterisk={false}
      maxLength={254}
      disabled={isLocked}
      value={email}
      error={isWrong && t('product.obstacle.emailInvalid')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
