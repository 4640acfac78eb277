import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/throttled-action.ts';
import { ThrottledButton } from '../../ui/throttled-button.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { FormFrame } from './form-frame.tsx';
import { useModeLink } from './mode.ts';
import { rules } from './rules.ts';
import { useRuleWording } from './rule-wording.ts';
import { useSessionActions } from './use-session-actions.ts';

export function LoginForm() {
  const { t } = useTranslation();
  const says = useRuleWording();
  const [search] = useSearchParams();
  const linkTo = useModeLink();
  const { enter } = useSessionActions();
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: { username: says(rules.loginName), password: says(rules.password) },
  });
  const submit = useThrottledAction(async ({ username, password }: typeof form.values) => {
    const signIn = await call('login', { body: { username: username.trim(), password } });
    await enter(signIn, search.get('redirect'));
  });

  return (
    <FormFrame
      title={t('sessions.login.title')}
      lede={t('sessions.login.lede')}
      onSubmit={form.onSubmit(submit.run)}
      foot={
        <>
          {t('sessions.login.noAccount')}{' '}
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
      <PasswordInput
        label={t('sessions.field.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <Anchor component={Link} to={linkTo('reset')} size="sm" style={{ justifySelf: 'end' }}>
        {t('sessions.login.forgot')}
      </Anchor>
      <ThrottledButton type="submit" action={submit} fullWidth size="md">
        {t('sessions.login.submit')}
      </ThrottledButton>
    </FormFrame>
  );
}
