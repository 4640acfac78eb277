import { ActionIcon, Stack, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { useForm } from '@mantine/form';
import { fieldRefusals, isRefusal } from '../../lib/api/api-error.ts';
import { storedState } from '../../lib/stored/stored-state.ts';
import { useFailureWording } from '../../locales/wording.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { withMessage, rules } from './rules.tsx';
import classes from './two-factor/two-factor.module.css';
import { usePunctuation } from '../../locales/punctuation.ts';
import { CodeField, isWholeCode } from './two-factor/code-field.tsx';
import { SendCodeButton } from './sign-in/form-frame.tsx';
import { plainEmail } from '../../lib/format/field-rules.ts';

/** Edit button beside the reader's own address. */
export function ChangeEmailButton() {
  const { t } = useTranslation('service');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('security.email.title')}
        title={t('security.email.title')}
        onClick={() => setIsOpen(true)}
      >
        <IconPencil size={16} />
      </ActionIcon>
      {isOpen && <ChangeEmail onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** An address that an admin has set for the reader, who can reject it before it takes effect; nothing if none waits. */
export function EmailChangeNotice() {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const client = useQueryClient();
  const { data: change } = useQuery(query('readEmailChange', { isQuiet: true }));
  const refuse = useThrottledAction(async () => {
    await call('refuseEmailChange');
    toastSuccess('email', t('security.email.refused'));
    await client.invalidateQueries({ queryKey: queryKey('readEmailChange') });
  });
  if (!change) return null;
  const at = formatDateTime(change.takes_effect_at, language);
  return (
    <Callout tone="warn">
      <Stack gap="xs" align="start">
        {t('security.email.waiting', { email: change.email, at })}
        <ThrottledButton size="sm" color="red" action={refuse}>
          {t('security.email.refuse')}
        </ThrottledButton>
      </Stack>
    </Callout>
  );
}

const WIDTH_PX = 440;

/** Two steps: the new address with the password, then the code sent there. */
function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const [wish, setWish] = useState<EmailChange | null>(null);
  return (
    <Sheet title={t('security.email.title')} size={WIDTH_PX} onClose={onClose}>
      {wish ? <ConfirmEmail wish={wish} onDone={onClose} /> : <RequestEmailCode onSent={setWish} />}
    </Sheet>
  );
}

/** The new address, with the password that authorises the change. */
type EmailChange = { readonly email: string; readonly password: string };

const atFields = fieldRefusals({ oldPasswordWrong: 'password' });

/** Sends a code to the new address. */
function RequestEmailCode({ onSent }: { onSent: (wish: EmailChange) => void }) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  const wordingOf = useFailureWording();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => withMessage(rules.email)(value) ?? (isOwn(value) ? t('security.email.same') : null),
      password: withMessage(rules.password),
    },
  });
  const send = useThrottledAction(async ({ email, password }: EmailChange) => {
    const body = { email: plainEmail(email), password };
    try {
      await call('sendEmailCode', { body }, { quietFor: atFields.names });
    } catch (error) {
      const shown = atFields.find(error);
      if (shown) form.setFieldError(shown.field, wordingOf(shown.refusal));
      throw error;
    }
    onSent(body);
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <p className={classes.text}>{t('security.email.text')}</p>
      <TextInput
        label={t('security.email.new')}
        type="email"
        autoComplete="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <PasswordField
        label={shop('users.password.old')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <ThrottledButton type="submit" action={send}>
        {t('reset.sendCode')}
      </ThrottledButton>
    </form>
  );
}

const isOwn = (email: string): boolean =>
  plainEmail(email).toLowerCase() === storedState().user?.email.toLowerCase();

type Props = { wish: EmailChange; onDone: () => void };

/** Confirms the new address with the code sent to it. */
function ConfirmEmail({ wish, onDone }: Props) {
  const { t } = useTranslation('service');
  const { space } = usePunctuation();
  const wordingOf = useFailureWording();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState('');
  const confirm = useThrottledAction(async (typed: string) => {
    try {
      await call('changeEmail', { body: { code: typed } }, { quietFor: ['codeWrong', 'codeExpired'] });
    } catch (error) {
      if (isRefusal(error, 'codeWrong', 'codeExpired')) setWrong(wordingOf(error));
      setCode('');
      throw error;
    }
    toastSuccess('email', t('security.email.done'));
    await client.invalidateQueries({ queryKey: queryKey('readIdentity') });
    for (const name of ['listOwnSessions', 'readEmailChange'] as const)
      void client.invalidateQueries({ queryKey: queryKey(name) });
    onDone();
  }, code);
  async function sendAgain(): Promise<boolean> {
    await call('sendEmailCode', { body: wish });
    return true;
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm.run(code);
      }}
    >
      <p className={classes.text}>{t('security.email.sent', { email: wish.email })}</p>
      <CodeField
        isFirst
        label={t('reset.code')}
        value={code}
        wrong={wrong}
        onChange={setCode}
        onComplete={(whole) => void confirm.run(whole)}
      />
      <ThrottledButton type="submit" action={confirm} disabled={!isWholeCode(code)}>
        {t('security.email.submit')}
      </ThrottledButton>
      <p className={classes.note}>
        {t('security.email.nothing')}
        {space}
        <SendCodeButton isSent send={sendAgain} />
      </p>
    </form>
  );
}
