import type { SignIn } from '@portside/contract';
import { readPromotionCode } from '@portside/contract/wire/promotion-code';
import { Anchor, Checkbox, TextInput, Loader } from '@mantine/core';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { Link } from 'wouter';
import { NewPasswordFields } from '../../../ui/fields/password-field.tsx';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { FormFrame, useModeLink } from './form-frame.tsx';
import { useForm } from '@mantine/form';
import type { RequestOf } from '../../../lib/api/call.ts';
import { fieldRefusals, isRefusal } from '../../../lib/api/api-error.ts';
import { useSearchParams } from '../../../lib/site-location.tsx';
import { findIntent } from '../../../lib/stored/order-intent.ts';
import { storedState, updateStored, useStored } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useFailureWording } from '../../../locales/wording.ts';
import { codeRules } from '../code-rules.ts';
import { withMessage, confirmation, rules } from '../rules.tsx';
import { signUp, useEnter } from './sign-in.ts';
import { toastFailure } from '../../../ui/messages/toasts.tsx';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';
import { plainEmail } from '../../../lib/format/field-rules.ts';

/** Sign-up; an agent's link prefills the promotion code. */
export default function RegisterForm() {
  const { t } = useTranslation();
  const linkTo = useModeLink();
  const { space } = usePunctuation();
  const { form, username, setIsComposing, submit, readInvitation } = useRegisterForm();
  const isLinkCodeUnread = useStored((s) => s.isLinkCodeUnread);
  return (
    <FormFrame
      title={t('sessions.register.title')}
      lede={t('browse.register.lede')}
      onSubmit={form.onSubmit(submit.run)}
      foot={
        <>
          {t('browse.register.haveAccount')}
          {space}
          <Anchor component={Link} to={linkTo('login')} inherit fw={600}>
            {t('browse.register.toLogin')}
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
        onCompositionStart={() => setIsComposing(true)}
        onCompositionEnd={() => setIsComposing(false)}
        error={form.errors['username'] ?? (username === 'taken' && t('browse.register.taken'))}
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
        label={t('browse.register.referral')}
        placeholder={t('browse.register.optional')}
        autoComplete="off"
        spellCheck={false}
        description={isLinkCodeUnread && t('browse.referral.unread')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('invitation')}
        onBlur={readInvitation}
      />
      <Checkbox label={<AgreementLabel />} {...form.getInputProps('agree', { type: 'checkbox' })} />
      <ThrottledButton type="submit" action={submit} disabled={username === 'taken'} fullWidth size="md">
        {t('sessions.register.submit')}
      </ThrottledButton>
    </FormFrame>
  );
}

const atFields = fieldRefusals({
  userExists: 'username',
  nameConfusable: 'username',
  passwordTooCommon: 'password',
  agentDoesNotExist: 'invitation',
});

/** The registration form's fields and checks; `submit` signs up and in, or shows the refusal at its field. */
function useRegisterForm() {
  const { t } = useTranslation();
  const wordingOf = useFailureWording();
  const [search] = useSearchParams();
  const enter = useEnter();
  const form = useForm({
    initialValues: {
      username: '',
      email: findIntent()?.email ?? '',
      password: '',
      confirm: '',
      invitation: readPromotionCode(storedState().promotionCode ?? '') ?? '',
      agree: false,
    },
    validate: {
      username: withMessage(rules.username),
      email: withMessage(rules.email),
      password: withMessage(rules.newPassword),
      confirm: (value, { password }) => withMessage(confirmation)(value, password),
      invitation: withMessage(codeRules.invitation),
      agree: withMessage((isAgreed: boolean) => (isAgreed ? null : 'browse.agree.missing')),
    },
    validateInputOnBlur: ['username', 'email', 'password', 'confirm'],
  });
  const [isComposing, setIsComposing] = useState(false);
  const username = useUsernameCheck(form.values.username, isComposing);

  /** The field shows which code was found in what was pasted. */
  function readInvitation() {
    const code = readPromotionCode(form.values.invitation);
    if (code !== null) form.setFieldValue('invitation', code);
    form.validateField('invitation');
  }

  /** An unknown code that came with a link blocks nobody: it is dropped, and the reader is told. */
  async function register(body: RequestOf<'register'>['body']): Promise<SignIn> {
    try {
      return await signUp(body, atFields.names);
    } catch (error) {
      const { promotionCode } = storedState();
      if (!isRefusal(error, 'agentDoesNotExist') || body.invitation_code !== promotionCode) throw error;
      updateStored({ promotionCode: null });
      form.setFieldValue('invitation', '');
      const signIn = await signUp({ ...body, invitation_code: '' }, atFields.names);
      toastFailure('linkCode', t('browse.referral.unknownInLink', { code: promotionCode }));
      return signIn;
    }
  }

  const submit = useThrottledAction(async (values: typeof form.values) => {
    const body = {
      username: values.username.trim(),
      email: plainEmail(values.email),
      password: values.password,
      agree: true as const,
      invitation_code: readPromotionCode(values.invitation) ?? '',
    };
    try {
      await enter(await register(body), search.get('redirect'));
      updateStored({ isLinkCodeUnread: false });
    } catch (error) {
      const shown = atFields.find(error);
      if (shown?.field === 'invitation') form.setFieldError('invitation', t('browse.referral.unknown'));
      else if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
  });

  return { form, username, setIsComposing, submit, readInvitation };
}

const TYPING_PAUSE_MS = 400;

type UsernameState = 'unknown' | 'checking' | 'free' | 'taken';

/**
 * Checks while typing whether a username is free, but for letters that an input method still composes into a word. A
 * failed check stays silent: registering decides.
 */
function useUsernameCheck(typed: string, isComposing: boolean): UsernameState {
  const wanted = typed.trim();
  const [username] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
  const isValid = rules.username(wanted) === null;
  const { data, isFetching } = useQuery({
    ...query('checkUsername', { query: { username } }, { isQuiet: true }),
    enabled: isValid && username === wanted && !isComposing,
    retry: false,
  });
  if (!isValid || isComposing) return 'unknown';
  if (username !== wanted || isFetching) return 'checking';
  if (!data) return 'unknown';
  return data.available ? 'free' : 'taken';
}

function UsernameHint({ state }: { state: UsernameState }) {
  const { t } = useTranslation();
  if (state === 'checking') return <Loader size={16} />;
  if (state !== 'free') return null;
  return (
    <>
      <IconCheck size={18} color="var(--mantine-color-green-5)" aria-hidden />
      <span className="visually-hidden">{t('browse.register.free')}</span>
    </>
  );
}

/** Both documents open in a new tab, so that the form keeps its values. */
function AgreementLabel() {
  const { t } = useTranslation();
  const { space } = usePunctuation();
  const open = (path: string, name: string) => (
    <Anchor href={path} target="_blank" inherit underline="always">
      {name}
    </Anchor>
  );
  return (
    <>
      {t('browse.agree.before')}
      {space}
      {open('/docs/terms', t('browse.agree.terms'))}
      {space}
      {t('browse.agree.between')}
      {space}
      {open('/docs/privacy', t('browse.agree.privacy'))}
      {t('browse.agree.after')}
    </>
  );
}
