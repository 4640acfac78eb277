import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from '../../locales/use-translation.ts';
import type { MethodValues } from './method-values.ts';

/** The form of a payment method. */
export type MethodFields = UseFormReturnType<MethodValues>;

type FieldProps = {
  form: Pick<MethodFields, 'getInputProps'>;
  name: 'wallet' | 'contract' | 'checkout' | 'factory' | 'chain';
};

/** One of its fields, with what belongs there. */
export function MethodField({ form, name }: FieldProps) {
  const { t } = useTranslation('admin');
  return (
    <TextInput
      label={t(`paymentMethods.field.${name}`)}
      description={t(`paymentMethods.hint.${name}`)}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps(name)}
    />
  );
}
