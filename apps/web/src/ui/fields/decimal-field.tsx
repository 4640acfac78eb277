import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { readDecimal as readWritten } from '@portside/contract/wire/decimals';
import { showDecimal } from '../../lib/format/numbers.ts';
import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** A decimal as the API writes it, with a point. */
  value?: string;
  onChange?: (decimal: string) => void;
  /** How many decimals the value may have: USDT's six by default. */
  decimals?: number;
};

/**
 * A field for an amount or a percentage, in any notation. On blur it shows how it was understood, in the reader's
 * language. Until then the text stays as typed: only the last digit of "1.200" shows that thousands may be meant.
 */
export function DecimalField({ value = '', onChange, onBlur, error, decimals, ...rest }: Props) {
  const language = useLanguage();
  const noteOf = useDoubtNote();
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && readDecimal(typed, language, decimals) === value;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={isTyped ? typed : showDecimal(value, language)}
      error={noteOf(value, decimals) ?? error}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange?.(readDecimal(text, language, decimals));
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

/** A note for a number that can be read in two ways, such as "1.200" in Portuguese; null if it cannot. */
export function useDoubtNote(): (decimal: string, decimals?: number) => string | null {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (decimal, decimals) => {
    const read = readWritten(decimal, decimals === undefined ? {} : { decimals });
    if (read === null || 'decimal' in read) return null;
    const show = (text: string) => showDecimal(text, language);
    const [whole, fraction] = [show(read.whole), show(read.fraction)];
    return t('faults.twoAmounts', { typed: show(decimal.trim()), whole, fraction });
  };
}
