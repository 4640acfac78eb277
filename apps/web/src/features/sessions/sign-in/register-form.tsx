import { Anchor, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { Link } from '../../../lib/router/link.tsx';
import { NewPasswordFields } from '../../../ui/fields/new-password-fields.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { AgreementLabel } from './agreement-label.tsx';
import { FormFrame } from './form-frame.tsx';
import { useModeLink } from './mode.ts';
import { UsernameHint } from './username-check.tsx';
import { useRegisterForm } from './use-register-form.ts';

/** Sign-up; an agent's link prefills the promotion code. */
export default function RegisterForm() {
  const { t } = useTranslation();
  const linkTo = useModeLink();
  const { space } = usePunctuation();
  const { form, username, submit } = useRegisterForm();
  return (
    <FormFrame
      title={t('sessions.register.title')}
      lede={t('sessions.register.lede')}
      onSubmit={form.onSubmit(submit.run)}
      foot={
        <>
          {t('sessions.register.haveAccount')}
          {space}
          <Anchor component={Link} to={linkTo('login')} inherit fw={600}>
            {t('sessions.register.toLogin')}
          </Anchor>
        </>
      }
    >
      <TextInput
        label={t('sessions.field.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
        error={form.errors['username'] ?? (username === 'taken' && t('sessions.rule.usernameTaken'))}
        rightSection={<UsernameHint state={username} />}
      />
      <TextInput
        label={t('sessions.field.email')}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <NewPasswordFields
        label={t('sessions.field.password')}
        password={form.getInputProps('password')}
        confirm={form.getInputProps('confirm')}
      />
      <TextInput
        label={t('sessions.register.invitation')}
        placeholder={t('sessions.register.invitationHint')}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('invitation')}
      />
      <Checkbox label={<AgreementLabel />} {...form.getInputProps('agree', { type: 'checkbox' })} />
      <ThrottledButton type="submit" action={submit} disabled={username === 'taken'} fullWidth size="md">
        {t('sessions.register.submit')}
      </ThrottledButton>
    </FormFrame>
  );
}
