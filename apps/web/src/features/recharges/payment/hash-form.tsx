import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { focusNow } from '../../../lib/browser/focus-now.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './hash-form.module.css';

const TX_HASH = /^(0x)?[0-9a-fA-F]{64}$/;

/** “I’ve paid”: asks for the transaction's hash, and closes once it is sent. */
export function HashForm({ onSend }: { onSend: (hash: string) => Promise<void> }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const send = useThrottledAction(async () => {
    await onSend(typed.trim());
    setIsOpen(false);
    setTyped('');
  });

  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('recharges.hint.ask')}
      </Button>
    );
  return (
    <form
      className={classes.hint}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isValid = TX_HASH.test(typed.trim());
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
        error={isWrong && t('recharges.hint.invalid')}
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
