import type { PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { PasswordField } from './password-field.tsx';

type Props = {
  label: string;
  /** What the form's `getInputProps` gives for both fields. */
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
        description={
          password.error
            ? null
            : t(isAdmin ? 'sessions.field.passwordHintAdmin' : 'sessions.field.passwordHint')
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="new-password"
        {...password}
      />
      <PasswordField label={t('sessions.field.confirm')} autoComplete="new-password" {...confirm} />
    </>
  );
}
