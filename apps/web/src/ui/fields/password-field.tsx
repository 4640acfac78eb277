import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';

/**
 * A password field whose show/hide button is labelled in the reader's language. Marked invalid while it has an error.
 */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('sessions.field.showPassword') }}
    />
  );
}

type Props = {
  label: string;
  /** The form's `getInputProps` for both fields. */
  password: PasswordInputProps;
  confirm: PasswordInputProps;
  /** Admins need a longer one. */
  isAdmin?: boolean;
};

/** A new password and its confirmation. */
export function NewPasswordFields({ label, password, confirm, isAdmin = false }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        label={label}
        description={password.error ? null : t('sessions.field.passwordHint', { least: isAdmin ? 12 : 6 })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="new-password"
        {...password}
      />
      <PasswordField label={t('sessions.field.confirm')} autoComplete="new-password" {...confirm} />
    </>
  );
}
