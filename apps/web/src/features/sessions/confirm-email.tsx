import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { isRefusal } from '../../lib/api/api-error.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { useFailureWording } from '../../locales/failure-wording.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import type { EmailChange } from './request-email-code.tsx';
import { CodeField, isWholeCode } from './two-factor/code-field.tsx';
import { SendCodeButton } from './sign-in/send-code-button.tsx';
import classes from './two-factor/two-factor-sheet.module.css';

type Props = { wish: EmailChange; onDone: () => void };

/** Confirms the new address with the code sent to it. */
export function ConfirmEmail({ wish, onDone }: Props) {
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
  });
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
