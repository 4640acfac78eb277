import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { focusNow } from '../../lib/browser/focus-now.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import classes from './confirm-button.module.css';
import { ThrottledButton } from './throttled-button.tsx';

type Props = ButtonProps & {
  /** What will happen, asked before the action runs. */
  question: ReactNode;
  onConfirm: () => Promise<unknown>;
  /** Colour of the confirming button. Red by default: most confirmed actions cannot be undone. */
  confirmColor?: string;
  children: ReactNode;
};

/** A button that asks for confirmation in place before it acts. */
export function ConfirmButton({ question, onConfirm, confirmColor = 'red', children, ...rest }: Props) {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  const act = useThrottledAction(async () => {
    await onConfirm();
    setIsAsking(false);
  });
  if (!isAsking)
    return (
      <Button {...rest} onClick={() => setIsAsking(true)}>
        {children}
      </Button>
    );
  return (
    <div className={classes.question} role="alert">
      <p>{question}</p>
      <Button ref={focusNow} size="xs" variant="default" onClick={() => setIsAsking(false)}>
        {t('shell.cancel')}
      </Button>
      <ThrottledButton size="xs" color={confirmColor} action={act}>
        {children}
      </ThrottledButton>
    </div>
  );
}
