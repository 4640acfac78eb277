import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { fieldRefusals } from '../../lib/api/field-refusals.ts';
import { storedState } from '../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useFailureWording } from '../../locales/failure-wording.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { withMessage } from './rule-message.tsx';
import { rules } from './rules.ts';
import classes from './two-factor/two-factor-sheet.module.css';

/** The new address, with the password that authorises the change. */
export type EmailChange = { readonly email: string; readonly password: string };

const atFields = fieldRefusals({ oldPasswordWrong: 'password' });

/** Sends a code to the new address. */
export function RequestEmailCode({ onSent }: { onSent: (wish: EmailChange) => void }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const wordingOf = useFailureWording();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => withMessage(rules.email)(value) ?? (isOwn(value) ? t('security.email.same') : null),
      password: withMessage(rules.password),
    },
  });
  const send = useThrottledAction(async ({ email, password }: EmailChange) => {
    const body = { email: email.trim(), password };
    try {
      await call('sendEmailCode', { body }, { quietFor: atFields.names });
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
    onSent(body);
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <p className={classes.text}>{t('security.email.text')}</p>
      <TextInput
        label={t('security.email.new')}
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={shop('users.password.old')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <ThrottledButton type="submit" action={send}>
        {t('reset.sendCode')}
      </ThrottledButton>
    </form>
  );
}

const isOwn = (email: string): boolean =>
  email.trim().toLowerCase() === storedState().user?.email.toLowerCase();
