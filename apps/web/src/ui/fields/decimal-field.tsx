import { TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { readDecimal, showDecimal } from '../../lib/format/decimal-text.ts';
import { useLanguage } from '../../locales/use-language.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** A decimal as the API writes it, with a point. */
  value?: string;
  onChange?: (decimal: string) => void;
};

/** A field for an amount or a percentage: takes a point and a comma, and shows the one of the reader's language. */
export function DecimalField({ value = '', onChange, ...rest }: Props) {
  const language = useLanguage();

  function change({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const decimal = readDecimal(input.value, language);
    const shown = showDecimal(decimal, language);
    // Replaced here and not by the next render, which would move the caret to the end.
    if (shown !== input.value) {
      const caret = input.selectionStart;
      input.value = shown;
      input.setSelectionRange(caret, caret);
    }
    onChange?.(decimal);
  }

  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={showDecimal(value, language)}
      onChange={change}
    />
  );
}

/** The same for an amount of money. */
export const AmountField = (props: Props) => (
  <DecimalField rightSection="USDT" rightSectionWidth={62} {...props} />
);
