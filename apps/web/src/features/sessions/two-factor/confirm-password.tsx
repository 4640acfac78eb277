import { useForm } from '@mantine/form';
import type { Data } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { fieldRefusals } from '../../../lib/api/field-refusals.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useFailureWording } from '../../../locales/failure-wording.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { withMessage } from '../rule-message.tsx';
import { rules } from '../rules.ts';
import classes from './two-factor-sheet.module.css';

const atFields = fieldRefusals({ oldPasswordWrong: 'password' });

/** Asks for the password, and with it requests a new secret. */
export function ConfirmPassword({ onProven }: { onProven: (enrolment: Data<'beginTwoFactor'>) => void }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const wordingOf = useFailureWording();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: withMessage(rules.password) },
  });
  const begin = useThrottledAction(async (body: typeof form.values) => {
    try {
      onProven(await call('beginTwoFactor', { body }, { quietFor: atFields.names }));
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(begin.run)} noValidate>
      <p className={classes.text}>{t('security.twoFactor.prove')}</p>
      <PasswordField
        label={shop('sessions.field.password')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <ThrottledButton type="submit" action={begin}>
        {t('security.twoFactor.next')}
      </ThrottledButton>
    </form>
  );
}
