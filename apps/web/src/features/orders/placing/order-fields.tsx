import type { Goods, Gender } from '@portside/contract';
import { TextInput } from '@mantine/core';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useStored, useWarrantyAnswerHours } from '../../../lib/stored/stored-state.ts';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { affordableQuantity, parsePrices, priceLadder } from '@portside/contract/wire/price';
import { isEmail } from '../../../lib/format/field-rules.ts';
import { countOf, stockOf } from './obstacle.ts';
import { QuantityField } from './quantity-field.tsx';
import type { Choices } from './use-draft.ts';
import classes from './order-form.module.css';
import { ChoiceRow, Toggle } from '../../../ui/fields/choice-row.tsx';
import { formatStock, formatUsdt } from '../../../lib/format/numbers.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { Link } from 'wouter';

type OrderFieldsProps = {
  goods: Goods;
  choices: Choices;
  /** An unanswered order may only be repeated as it is. */
  isLocked: boolean;
  onChange: (part: Partial<Choices>) => void;
};

/** What a buyer chooses: quantity, gender, and the e-mail address for delivery. */
export function OrderFields({ goods, choices, isLocked, onChange }: OrderFieldsProps) {
  const language = useLanguage();
  const user = useStored((s) => s.user);
  const stock = stockOf(goods, choices.gender);
  const bounds = { least: goods.min_quantity, most: Math.min(goods.max_quantity, stock) };
  return (
    <>
      <TierLadder
        goods={goods}
        quantity={choices.quantity}
        most={bounds.most}
        isLocked={isLocked}
        onChoose={(quantity) => onChange({ quantity })}
      />
      <QuantityField
        quantity={choices.quantity}
        least={goods.min_quantity}
        most={goods.max_quantity}
        stock={stock}
        available={formatStock(goods, countOf(goods, choices.gender), language)}
        affordable={user ? affordableQuantity(parsePrices(goods), bounds, parseMicro(user.balance)) : 0}
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

/** Where the accounts are sent. */
export function EmailField({ email, isTyped, isLocked, onChange }: EmailProps) {
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

type GenderFieldProps = {
  goods: Goods;
  gender: Gender;
  isLocked: boolean;
  onChange: (gender: Gender) => void;
};

/** Random, unless the buyer turns on one of the genders that the product offers. Hidden if there is no choice. */
function GenderField({ goods, gender, isLocked, onChange }: GenderFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const offered = goods.genders.filter((one) => one !== 'random');
  if (offered.length === 0) return null;
  const isSpecified = gender !== 'random';
  const isRandomOffered = goods.genders.includes('random');
  return (
    <div className={classes.field}>
      <Toggle
        label={t('product.order.specify')}
        description={t('product.order.specifyHint')}
        checked={isSpecified}
        disabled={isLocked || (isSpecified && !isRandomOffered)}
        onChange={(isOn) => onChange(isOn ? offered[0]! : 'random')}
      />
      {isSpecified && (
        <ChoiceRow
          fullWidth
          aria-label={t('product.order.gender')}
          value={gender}
          disabled={isLocked}
          onChange={onChange}
          data={offered.map((one) => ({
            value: one,
            label: (
              <span className="figures">
                {t(`product.gender.${one}`)}{' '}
                <span className={classes.count}>{formatStock(goods, countOf(goods, one), language)}</span>
              </span>
            ),
          }))}
        />
      )}
    </div>
  );
}

type TierLadderProps = {
  goods: Goods;
  quantity: number;
  /** As many as one order can have now. */
  most: number;
  isLocked: boolean;
  onChoose: (quantity: number) => void;
};

/**
 * Prices by quantity with the reached one marked; a click sets the quantity to that tier's minimum. Those that stock does
 * not reach cannot be chosen.
 */
function TierLadder({ goods, quantity, most, isLocked, onChoose }: TierLadderProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const tiers = priceLadder(parsePrices(goods), goods.min_quantity);
  if (tiers.length === 1) return null;
  const reached = tiers.findLast((tier) => quantity >= tier.minQuantity) ?? tiers[0];
  return (
    <fieldset className={classes.ladder} aria-label={t('product.order.tiers')}>
      {tiers.map((tier) => (
        <button
          key={tier.minQuantity}
          type="button"
          className={`${classes.tier} figures`}
          aria-pressed={tier === reached}
          disabled={isLocked || tier.minQuantity > most}
          onClick={() => onChoose(tier.minQuantity)}
        >
          <span>{t('product.order.tier', { quantity: tier.minQuantity.toLocaleString(language) })}</span>
          <strong translate="no">{formatUsdt(formatMicro(tier.priceMicro), language)}</strong>
          {tier.minQuantity > most && tier.minQuantity <= goods.max_quantity && (
            <small>{t('product.order.beyondStock')}</small>
          )}
        </button>
      ))}
    </fieldset>
  );
}

/** What the warranty of a product means, folded up; or that there is none. */
function WarrantyTerms({ hours }: { hours: number }) {
  const { t } = useTranslation();
  const { space } = usePunctuation();
  const answer = useWarrantyAnswerHours();
  if (hours === 0) return <p className={classes.none}>{t('product.receive.noWarranty')}</p>;
  return (
    <details className={classes.terms}>
      <summary>{t('product.warranty.title', { hours })}</summary>
      <ul>
        <li>{t('product.warranty.starts', { hours })}</li>
        <li>{t('product.warranty.counts')}</li>
        <li>{t('product.warranty.not')}</li>
        <li>
          {t('product.warranty.answer', { answer })}
          {space}
          <Link to="/docs/refunds">{t('product.warranty.more')}</Link>
        </li>
      </ul>
    </details>
  );
}
