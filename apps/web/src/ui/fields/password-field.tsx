import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';

/**
 * A password field whose show/hide button is labelled in the reader's language. Marked invalid while it has an error.
 */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      // Shown, it is a field of type text, which must not be stored (lib/browser/typed-fields.ts).
      data-secret
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('sessions.field.showPassword') }}
    />
  );
}
