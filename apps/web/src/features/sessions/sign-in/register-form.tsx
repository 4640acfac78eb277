import { Anchor, Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { fieldRefusals } from '../../../lib/api/field-refusals.ts';
import { storedState, updateStored } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useFailureWording } from '../../../locales/failure-wording.ts';
import { NewPasswordFields } from '../../../ui/fields/new-password-fields.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { AgreementLabel } from './agreement-label.tsx';
import { FormFrame } from './form-frame.tsx';
import { useModeLink } from './mode.ts';
import { withMessage } from '../rule-message.tsx';
import { confirmation, rules } from '../rules.ts';
import { useSessionActions } from '../use-session-actions.ts';
import { UsernameHint, useUsernameCheck } from './username-check.tsx';

const atFields = fieldRefusals({
  userExists: 'username',
  passwordTooCommon: 'password',
  agentDoesNotExist: 'invitation',
});

export default function RegisterForm() {
  const { t } = useTranslation();
  const wordingOf = useFailureWording();
  const [search] = useSearchParams();
  const linkTo = useModeLink();
  const { space } = usePunctuation();
  const { enter } = useSessionActions();
  const form = useForm({
    initialValues: {
      username: '',
      email: '',
      password: '',
      confirm: '',
      invitation: storedState().promotionCode ?? '',
      agree: false,
    },
    validate: {
      username: withMessage(rules.username),
      email: withMessage(rules.email),
      password: withMessage(rules.newPassword),
      confirm: (value, { password }) => withMessage(confirmation)(value, password),
      invitation: withMessage(rules.invitation),
      agree: withMessage((isAgreed: boolean) => (isAgreed ? null : 'sessions.rule.agree')),
    },
    validateInputOnBlur: ['username', 'email', 'password', 'confirm', 'invitation'],
  });
  const username = useUsernameCheck(form.values.username);

  /** A code that came by a link stops nobody: it is taken out, now and for later, and the next try goes without. */
  function refuseInvitation(code: string) {
    if (storedState().promotionCode === code) {
      updateStored({ promotionCode: null });
      form.setFieldValue('invitation', '');
    }
    form.setFieldError('invitation', t('sessions.rule.invitationUnknown'));
  }

  const submit = useThrottledAction(async (values: typeof form.values) => {
    const body = {
      username: values.username.trim(),
      email: values.email.trim(),
      password: values.password,
      agree: true as const,
      invitation_code: values.invitation.trim(),
    };
    try {
      await enter(await call('register', { body }, { quietFor: atFields.names }), search.get('redirect'));
    } catch (error) {
      const shown = atFields.find(error);
      if (shown?.field === 'invitation') refuseInvitation(body.invitation_code);
      else if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
  });

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
