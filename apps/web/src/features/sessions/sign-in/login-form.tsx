import { Anchor, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { withTexts } from '../../../locales/language.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal, fieldRefusals } from '../../../lib/api/api-error.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useSearchParams } from '../../../lib/site-location.tsx';
import { Link } from 'wouter';
import { useFailureWording } from '../../../locales/wording.ts';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { FormFrame, useModeLink } from './form-frame.tsx';
import { signIn, useEnter } from './sign-in.ts';
import { rules, withMessage } from '../rules.tsx';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { focusNow } from '../../../lib/browser/screen.ts';
import { useIsSandbox } from '../../../lib/stored/stored-state.ts';

/** Only a sandbox has them. */
const DemoSignIns = lazy(withTexts('service', () => import('./demo-sign-ins.tsx')));

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
  const about = [isCodeAsked, ...Object.values(form.values)].join('\n');
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
  }, about);

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
      below={useIsSandbox() && <SandboxSignIns onPick={form.setValues} />}
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

const SandboxSignIns = (props: ComponentProps<typeof DemoSignIns>) => (
  <Suspense>
    <DemoSignIns {...props} />
  </Suspense>
);

type Props = {
  /** The form's `getInputProps`. */
  field: TextInputProps;
  onClear: () => void;
};

/** The second factor of a sign-in: the app's code, or a recovery code. */
export function CodeInput({ field, onClear }: Props) {
  const { t } = useTranslation();
  const [isRecovery, setIsRecovery] = useState(false);
  return (
    <>
      <TextInput
        key={isRecovery ? 'recovery' : 'app'}
        label={t(isRecovery ? 'sessions.field.recoveryCode' : 'sessions.field.totp')}
        description={t(isRecovery ? 'sessions.login.recoveryHint' : 'sessions.login.codeHint')}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        ref={focusNow}
        {...field}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        style={{ justifySelf: 'start' }}
        onClick={() => {
          onClear();
          setIsRecovery(!isRecovery);
        }}
      >
        {t(isRecovery ? 'sessions.login.useApp' : 'sessions.login.useRecovery')}
      </Anchor>
    </>
  );
}
