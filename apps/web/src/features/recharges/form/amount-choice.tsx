import { TextInput } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { readDecimal, showDecimal } from '../../../lib/format/decimal-text.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './amount-choice.module.css';
import type { AmountLimits } from './read-amount.ts';

type Props = {
  value: string;
  /** Any amount counts, without being named. */
  isOptional: boolean;
  choices: readonly string[];
  limits: AmountLimits;
  error: string | null;
  onChange: (typed: string) => void;
};

/** "1,000" and "10.20": both decimals or none. */
const CHIP = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
  trailingZeroDisplay: 'stripIfInteger',
} as const;

/** Suggested amounts, and a field for any other within the limits. */
export function AmountChoice({ value, isOptional, choices, limits, error, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { format } = new Intl.NumberFormat(language, CHIP);
  const minimum = formatUsdt(limits.minimum, language);
  const maximum = formatUsdt(limits.maximum, language);
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>
        {t(isOptional ? 'recharges.amount.optional' : 'recharges.amount.title')}
      </legend>
      <div className={classes.chips}>
        {choices.map((amount) => (
          <button
            key={amount}
            type="button"
            className={`${classes.chip} figures`}
            aria-pressed={readDecimal(value.trim(), language) === amount}
            onClick={() => onChange(showDecimal(amount, language))}
          >
            {format(amount as Intl.StringNumericLiteral)}
            <span className={classes.unit}> USDT</span>
          </button>
        ))}
      </div>
      <TextInput
        label={t('recharges.amount.label')}
        description={t('recharges.amount.range', { minimum, maximum })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="decimal"
        autoComplete="off"
        size="md"
        maxLength={20}
        classNames={{ input: 'figures' }}
        rightSection={<span className={classes.unit}>USDT</span>}
        rightSectionWidth={62}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </fieldset>
  );
}
