import { useForm } from '@mantine/form';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { fieldRefusals } from '../../../lib/api/field-refusals.ts';
import { useSearchParams } from '../../../lib/router/hooks.ts';
import { findIntent } from '../../../lib/stored/order-intent.ts';
import { storedState, updateStored } from '../../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useFailureWording } from '../../../locales/failure-wording.ts';
import { withMessage } from '../rule-message.tsx';
import { confirmation, rules } from '../rules.ts';
import { useEnter } from '../use-enter.ts';
import { useUsernameCheck } from './username-check.tsx';

const atFields = fieldRefusals({
  userExists: 'username',
  nameConfusable: 'username',
  passwordTooCommon: 'password',
  agentDoesNotExist: 'invitation',
});

/** The registration form's fields and checks; `submit` signs up and in, or shows the refusal at its field. */
export function useRegisterForm() {
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

  /**
   * An unknown code that came by a link must not block anyone: it is removed from the form and from storage, and the
   * next try goes without.
   */
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

  return { form, username, submit };
}
