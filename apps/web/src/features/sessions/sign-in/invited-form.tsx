import { Anchor } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { fieldRefusals, isRefusal } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useFailureWording } from '../../../locales/wording.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { NewPasswordFields } from '../../../ui/fields/password-field.tsx';
import { FailedState } from '../../../ui/messages/empty-state.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { confirmation, rules, withMessage } from '../rules.tsx';
import { FormFrame, useModeLink } from './form-frame.tsx';
import { signIn, useEnter } from './sign-in.ts';

const atFields = fieldRefusals({ passwordTooCommon: 'password' });

/** The first password of somebody who was invited by e-mail; the token is the fragment of the link. */
export default function InvitedForm() {
  const { t } = useTranslation();
  const { t: service } = useTranslation('service');
  const wordingOf = useFailureWording();
  const linkTo = useModeLink();
  const enter = useEnter();
  const [token] = useState(() => location.hash.slice(1));
  const [hasEnded, setHasEnded] = useState(token === '');
  const { data: invited, error, refetch } = useInvitation(token);
  const form = useForm({
    initialValues: { password: '', confirm: '' },
    validate: {
      password: withMessage(rules.newAdminPassword),
      confirm: (value, { password }) => withMessage(confirmation)(value, password),
    },
  });
  const submit = useThrottledAction(async ({ password }: typeof form.values) => {
    try {
      await call(
        'acceptInvitation',
        { body: { token, password } },
        { quietFor: [...atFields.names, 'codeExpired'] },
      );
    } catch (failure) {
      const shown = atFields.find(failure);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      if (isRefusal(failure, 'codeExpired')) setHasEnded(true);
      throw failure;
    }
    await enter(await signIn({ username: invited!.username, password }), null);
  });
  return (
    <FormFrame
      title={service('invited.title')}
      lede={invited ? service('invited.lede', { name: invited.username, email: invited.email }) : ''}
      onSubmit={form.onSubmit(submit.run)}
      foot={
        <Anchor component={Link} to={linkTo('login')} inherit fw={600}>
          {service('reset.back')}
        </Anchor>
      }
    >
      {hasEnded || isRefusal(error, 'codeExpired') || isRefusal(error, 'invalidFormat') ? (
        <Callout tone="warn">{service('invited.ended')}</Callout>
      ) : error && !invited ? (
        <FailedState onRetry={() => void refetch()} />
      ) : (
        <>
          {/* So that password managers know whose it is. */}
          <input type="text" autoComplete="username" value={invited?.username ?? ''} readOnly hidden />
          <NewPasswordFields
            label={t('sessions.field.newPassword')}
            password={form.getInputProps('password')}
            confirm={form.getInputProps('confirm')}
            isAdmin
          />
          <ThrottledButton type="submit" action={submit} disabled={!invited} fullWidth size="md">
            {service('invited.submit')}
          </ThrottledButton>
        </>
      )}
    </FormFrame>
  );
}

/** Whom the link invites; nothing without a token. */
const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: () =>
      call('readInvitation', { body: { token } }, { quietFor: ['codeExpired', 'invalidFormat'] }),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
  });
