import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { fieldRefusals } from '../../../lib/api/api-error.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useFailureWording } from '../../../locales/wording.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { CodeField, isWholeCode } from './code-field.tsx';
import { withMessage, rules } from '../rules.tsx';
import classes from './two-factor.module.css';

const WIDTH_PX = 420;
const atFields = fieldRefusals({ oldPasswordWrong: 'password', codeWrong: 'totp_code' });

/** Needs password and code together: a stolen session is not enough. */
export default function TurnOffTwoFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const wordingOf = useFailureWording();
  const client = useQueryClient();
  const [wrong, setWrong] = useState('');
  const form = useForm({
    initialValues: { password: '', totp_code: '' },
    validate: { password: withMessage(rules.password) },
  });
  const turnOff = useThrottledAction(async (body: typeof form.values) => {
    try {
      await call('turnOffTwoFactor', { body }, { quietFor: atFields.names });
    } catch (error) {
      const shown = atFields.find(error);
      if (shown?.field === 'totp_code') {
        form.setFieldValue('totp_code', '');
        setWrong(wordingOf(shown.refusal));
      } else if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
    toastSuccess('two-factor', t('security.twoFactor.isOff'));
    await client.invalidateQueries({ queryKey: queryKey('readIdentity') });
    void client.invalidateQueries({ queryKey: queryKey('listOwnSessions') });
    onClose();
  });
  const { totp_code: code } = form.values;
  return (
    <Sheet title={t('security.twoFactor.title')} size={WIDTH_PX} onClose={onClose}>
      <form className={classes.form} onSubmit={form.onSubmit(turnOff.run)} noValidate>
        <p className={classes.text}>{t('security.twoFactor.offText')}</p>
        <PasswordField
          label={shop('sessions.field.password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <CodeField
          takesRecovery
          value={code}
          wrong={wrong}
          onChange={(digits) => form.setFieldValue('totp_code', digits)}
        />
        <ThrottledButton type="submit" color="red" action={turnOff} disabled={!isWholeCode(code)}>
          {t('security.twoFactor.turnOff')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}
