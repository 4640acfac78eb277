import { Anchor, TextInput } from '@mantine/core';
import { readOneTimeCode } from '@portside/contract/wire/pasted';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal, fieldRefusals } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useNavigate } from '../../../lib/site-location.tsx';
import { Link } from 'wouter';
import { useFailureWording } from '../../../locales/wording.ts';
import { NewPasswordFields } from '../../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { FormFrame, useModeLink, SendCodeButton } from './form-frame.tsx';
import { codeRules } from '../code-rules.ts';
import { withMessage, confirmation, rules } from '../rules.tsx';
import { plainEmail } from '../../../lib/format/field-rules.ts';

/** The only thing the form lets through that is refused for its format: an admin's password below 12 characters. */
const adminRule = withMessage(rules.newAdminPassword);
const atFields = fieldRefusals({ codeWrong: 'code', codeExpired: 'code', passwordTooCommon: 'password' });

function useResetForm() {
  const { t: service } = useTranslation('service');
  const wordingOf = useFailureWording();
  const navigate = useNavigate();
  const linkTo = useModeLink();
  /** Sent with the code: it shows that this page has asked for it. */
  const request = useRef<string | null>(null);
  const form = useForm({
    initialValues: { email: '', code: '', password: '', confirm: '' },
    validate: {
      email: withMessage(rules.email),
      code: withMessage(codeRules.resetCode),
      password: withMessage(rules.newPassword),
      confirm: (value, { password }) => withMessage(confirmation)(value, password),
    },
  });

  const submit = useThrottledAction(async ({ email, code, password }: typeof form.values) => {
    try {
      const body = {
        email: plainEmail(email),
        code,
        password,
        ...(request.current !== null && { request: request.current }),
      };
      await call('resetPassword', { body }, { quietFor: [...atFields.names, 'invalidFormat'] });
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      else if (isRefusal(error, 'invalidFormat')) form.setFieldError('password', adminRule('x'));
      throw error;
    }
    toastSuccess('reset', service('reset.done'));
    await navigate(linkTo('login'));
  }, form.values.code);

  /** False, with the field marked, if the address is missing or invalid. */
  async function sendCode(): Promise<boolean> {
    const email = plainEmail(form.values.email);
    if (email === '') form.setFieldError('email', service('reset.emailFirst'));
    if (email === '' || form.validateField('email').hasError) return false;
    request.current = (await call('sendResetCode', { body: { email } })).request;
    toastSuccess('code', service('reset.codeSent'));
    return true;
  }

  return { form, submit, sendCode };
}

/** A forgotten password: a code by e-mail, and a new password with it. */
export default function ResetForm() {
  const { t } = useTranslation();
  const { t: service } = useTranslation('service');
  const linkTo = useModeLink();
  const { form, submit, sendCode } = useResetForm();
  return (
    <FormFrame
      title={t('sessions.reset.title')}
      lede={service('reset.lede')}
      onSubmit={form.onSubmit(submit.run)}
      foot={
        <Anchor component={Link} to={linkTo('login')} inherit fw={600}>
          {service('reset.back')}
        </Anchor>
      }
    >
      <TextInput
        label={t('sessions.field.email')}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={service('reset.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
        onChange={({ currentTarget: { value } }) =>
          form.setFieldValue('code', readOneTimeCode(value) ?? value)
        }
        rightSection={<SendCodeButton send={sendCode} />}
        rightSectionWidth="auto"
      />
      <NewPasswordFields
        label={t('sessions.field.newPassword')}
        password={form.getInputProps('password')}
        confirm={form.getInputProps('confirm')}
      />
      <ThrottledButton type="submit" action={submit} fullWidth size="md">
        {service('reset.submit')}
      </ThrottledButton>
    </FormFrame>
  );
}
