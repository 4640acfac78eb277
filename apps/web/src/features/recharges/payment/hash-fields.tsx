import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { focusNow } from '../../../lib/browser/screen.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { hashIn, useHashProblem } from '../../../ui/wallet/use-hash-problem.ts';
import classes from './payment.module.css';

/** Accepts a transaction hash with anything pasted around it, or says what the text is instead. */
export default function HashFields({ onSend }: { onSend: (hash: string) => Promise<void> }) {
  const { t } = useTranslation();
  const problemOf = useHashProblem();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const send = useThrottledAction(() => onSend(hashIn(typed)), typed);
  return (
    <form
      className={classes.paymentLineHint}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isValid = problemOf(typed) === null;
        setIsWrong(!isValid);
        if (isValid) void send.run();
      }}
    >
      <TextInput
        ref={focusNow}
        className={classes.field}
        label={t('recharges.hint.label')}
        description={t('recharges.hint.text')}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong && problemOf(typed)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIsWrong(false);
        }}
      />
      <ThrottledButton type="submit" action={send}>
        {t('recharges.hint.send')}
      </ThrottledButton>
    </form>
  );
}
