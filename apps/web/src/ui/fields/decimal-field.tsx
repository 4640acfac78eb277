import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { readDecimal, showDecimal, readGrouped } from '../../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** A decimal as the API writes it, with a point. */
  value?: string;
  onChange?: (decimal: string) => void;
};

/**
 * A field for an amount or a percentage: takes a point and a comma, and shows the one of the reader's language once the
 * field is left. Until then the text stays as typed: in "1.200" only the last digit shows that thousands are meant.
 */
export function DecimalField({ value = '', onChange, onBlur, error, ...rest }: Props) {
  const language = useLanguage();
  const noteOf = useGroupedNote();
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && readDecimal(typed, language) === value;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={isTyped ? typed : showDecimal(value, language)}
      error={noteOf(value) ?? error}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange?.(readDecimal(text, language));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

/** The same for an amount of money. */
export const AmountField = (props: Props) => (
  <DecimalField rightSection="USDT" rightSectionWidth={62} {...props} />
);

/**
 * What to say beside a field that holds separators of thousands, such as "1.200": nobody can tell whether it means a
 * thousand or a fraction. Null if it holds none.
 */
export function useGroupedNote(): (decimal: string) => string | null {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (decimal) => {
    const grouped = readGrouped(decimal);
    if (grouped === null) return null;
    const typed = showDecimal(decimal.trim(), language);
    const whole = showDecimal(grouped.whole, language);
    if (grouped.fraction === null) return t('faults.grouped', { whole });
    return t('faults.twoAmounts', { typed, whole, fraction: showDecimal(grouped.fraction, language) });
  };
}
