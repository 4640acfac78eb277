import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { useLanguage } from '../../locales/use-translation.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value?: number | string;
  /** Empty if nothing is typed; NaN, which the form refuses, if it is not a whole number. */
  onChange?: (value: number | '') => void;
};

/** A field for a whole number, in any notation. On blur it shows how it was understood. */
export function WholeField({ value = '', onChange, onBlur, ...rest }: Props) {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && Object.is(readWhole(typed, language), value);
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      value={isTyped ? typed : String(value)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange?.(readWhole(text, language));
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}

function readWhole(text: string, language: string): number | '' {
  if (text.trim() === '') return '';
  const read = readDecimal(text, language, 0);
  return /^-?\d{1,15}$/.test(read) ? Number(read) : Number.NaN;
}
