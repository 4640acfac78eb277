import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { readDecimal, showDecimal } from '../../lib/format/decimal-text.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { useGroupedNote } from './use-grouped-note.ts';

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
