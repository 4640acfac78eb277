import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { fieldRefusals } from '../../lib/api/field-refusals.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useFailureWording } from '../../locales/failure-wording.ts';
import { NewPasswordFields } from '../../ui/fields/new-password-fields.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import classes from './password-form.module.css';

type Check = (value: string) => ReactNode;

type Props = {
  /** The sign-in forms' checks; each returns the problem, or null. */
  checks: {
    readonly old: Check;
    readonly password: Check;
    readonly confirm: (value: string, password: string) => ReactNode;
  };
  /** Called when the password is changed and all sessions have ended, this one too. */
  onChanged: () => Promise<void>;
};

const atFields = fieldRefusals({ oldPasswordWrong: 'old', passwordTooCommon: 'password' });

export function PasswordForm({ checks, onChanged }: Props) {
  const { t } = useTranslation(['service', 'translation']);
  const wordingOf = useFailureWording();
  const isAdmin = useStored((s) => s.user?.isAdmin === true);
  const form = useForm({
    initialValues: { old: '', password: '', confirm: '' },
    validate: {
      old: checks.old,
      password: (value, { old }) =>
        checks.password(value) ?? (value === old ? t('profile.password.unchanged') : null),
      confirm: (value, { password }) => checks.confirm(value, password),
    },
  });
  const submit = useThrottledAction(async ({ old, password }: typeof form.values) => {
    try {
      const body = { old_password: old, password };
      await call('changePassword', { body }, { quietFor: atFields.names });
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
    toastSuccess('password', t('profile.password.done'));
    await onChanged();
  });

  return (
    <Panel title={t('profile.password.title')}>
      <p className={classes.lede}>{t('profile.password.lede')}</p>
      <form className={classes.form} onSubmit={form.onSubmit(submit.run)} noValidate>
        <PasswordField
          label={t('translation:users.password.old')}
          autoComplete="current-password"
          {...form.getInputProps('old')}
        />
        <NewPasswordFields
          label={t('translation:sessions.field.newPassword')}
          isAdmin={isAdmin}
          password={form.getInputProps('password')}
          confirm={form.getInputProps('confirm')}
        />
        <ThrottledButton type="submit" action={submit}>
          {t('profile.password.submit')}
        </ThrottledButton>
      </form>
    </Panel>
  );
}
