import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { fieldRefusals } from '../../../lib/api/field-refusals.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useSearchParams } from '../../../lib/router/hooks.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useFailureWording } from '../../../locales/failure-wording.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { CodeInput } from './code-input.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { FormFrame } from './form-frame.tsx';
import { useModeLink } from './mode.ts';
import { signIn } from './sign-in.ts';
import { rules } from '../rules.ts';
import { withMessage } from '../rule-message.tsx';
import { useEnter } from '../use-enter.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';

const atFields = fieldRefusals({ wrongLogin: 'password', codeWrong: 'code' });

export default function LoginForm() {
  const { t } = useTranslation();
  const wordingOf = useFailureWording();
  const [search] = useSearchParams();
  const linkTo = useModeLink();
  const { space } = usePunctuation();
  const enter = useEnter();
  const form = useForm({
    initialValues: { username: '', password: '', code: '' },
    validate: { username: withMessage(rules.loginName), password: withMessage(rules.password) },
  });
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const submit = useThrottledAction(async ({ username, password, code }: typeof form.values) => {
    const body = { username: username.trim(), password, totp_code: code.trim() };
    try {
      await enter(await signIn(body, ['twoFactorNeeded', ...atFields.names]), search.get('redirect'));
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      if (isRefusal(error, 'twoFactorNeeded')) setIsCodeAsked(true);
      throw error;
    }
  });

  return (
    <FormFrame
      title={t('sessions.login.title')}
      lede={t('sessions.login.lede')}
      onSubmit={form.onSubmit(submit.run)}
      foot={
        <>
          {t('sessions.login.noAccount')}
          {space}
          <Anchor component={Link} to={linkTo('register')} inherit fw={600}>
            {t('sessions.login.toRegister')}
          </Anchor>
        </>
      }
      below={<DemoSignIns onPick={form.setValues} />}
    >
      <TextInput
        label={t('sessions.field.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <PasswordField
        label={t('sessions.field.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      {isCodeAsked && (
        <CodeInput field={form.getInputProps('code')} onClear={() => form.setFieldValue('code', '')} />
      )}
      <Anchor component={Link} to={linkTo('reset')} size="sm" style={{ justifySelf: 'end' }}>
        {t('sessions.login.forgot')}
      </Anchor>
      <ThrottledButton type="submit" action={submit} fullWidth size="md">
        {t('sessions.login.submit')}
      </ThrottledButton>
    </FormFrame>
  );
}
