import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import classes from './order-form.module.css';
import { readQuantity, stepQuantity } from './quantity.ts';

const LEAPS = [10, 100];

type Props = {
  /** NaN while the field holds no quantity. */
  quantity: number;
  least: number;
  most: number;
  stock: number;
  /** The stock as it is shown. */
  available: string;
  /** How many the buyer's balance pays for; 0 if none, or if nobody is signed in. */
  affordable: number;
  isLocked: boolean;
  onChange: (quantity: number) => void;
};

/**
 * A quantity field with steps of 1, 10 and 100, a slider, and a button for all that the balance pays for. These stay
 * within what can be bought; typed input stays as typed.
 */
export function QuantityField({
  quantity,
  least,
  most,
  stock,
  available,
  affordable,
  isLocked,
  onChange,
}: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const step = (by: number) => onChange(stepQuantity(quantity, by, { least, most, stock }));
  const largest = Math.min(most, stock);
  const figures = {
    least: least.toLocaleString(language),
    most: largest.toLocaleString(language),
    stock: available,
  };
  return (
    <Input.Wrapper id={id} label={t('product.order.quantity')}>
      <div className={classes.quantityFieldLine}>
        <Stepper
          id={id}
          quantity={quantity}
          canStep={{ down: quantity > least, up: !(quantity >= largest) }}
          isLocked={isLocked}
          onStep={step}
          onChange={onChange}
        />
        {LEAPS.map((leap) => (
          <Button
            key={leap}
            variant="default"
            px={12}
            h={38}
            className="figures"
            disabled={isLocked}
            onClick={() => step(leap)}
          >
            +{leap}
          </Button>
        ))}
      </div>
      {largest > least && (
        <input
          type="range"
          className={classes.slider}
          aria-label={t('product.order.slider')}
          min={least}
          max={largest}
          value={Number.isFinite(quantity) ? Math.min(Math.max(quantity, least), largest) : least}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        />
      )}
      <p className={`${classes.hint} figures`}>
        <span>{t('product.order.available', figures)}</span>
        {largest >= least && <span>{t('product.order.range', figures)}</span>}
        <Affordable
          affordable={affordable}
          isDisabled={isLocked || quantity === affordable}
          onChange={onChange}
        />
      </p>
    </Input.Wrapper>
  );
}

type AffordableProps = Pick<Props, 'affordable' | 'onChange'> & { isDisabled: boolean };

/** Chooses all that the balance pays for, if it pays for any. */
function Affordable({ affordable, isDisabled, onChange }: AffordableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (affordable <= 0) return null;
  return (
    <button
      type="button"
      className={classes.affordable}
      disabled={isDisabled}
      onClick={() => onChange(affordable)}
    >
      {t('product.order.affordable', { quantity: affordable.toLocaleString(language) })}
    </button>
  );
}

type StepperProps = Pick<Props, 'quantity' | 'isLocked' | 'onChange'> & {
  id: string;
  canStep: { readonly down: boolean; readonly up: boolean };
  onStep: (by: number) => void;
};

/** The typed quantity, with a button on either side. */
export function Stepper({ id, quantity, canStep, isLocked, onStep, onChange }: StepperProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const isTyped = Object.is(readQuantity(typed, language), quantity);
  return (
    <div className={classes.stepper}>
      <ActionIcon
        variant="default"
        size={38}
        aria-label={t('product.order.fewer')}
        disabled={isLocked || !canStep.down}
        onClick={() => onStep(-1)}
      >
        <IconMinus size={17} />
      </ActionIcon>
      <TextInput
        id={id}
        className={classes.number}
        classNames={{ input: `${classes.input} figures` }}
        value={isTyped ? typed : String(quantity)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          onChange(readQuantity(value, language));
        }}
        disabled={isLocked}
        inputMode="numeric"
        // First where it is in a dialog; not on phones, whose keyboard would cover it.
        data-autofocus={currentArea() === '/client' || undefined}
        autoComplete="off"
      />
      <ActionIcon
        variant="default"
        size={38}
        aria-label={t('product.order.more')}
        disabled={isLocked || !canStep.up}
        onClick={() => onStep(1)}
      >
        <IconPlus size={17} />
      </ActionIcon>
    </div>
  );
}
