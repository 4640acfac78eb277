import { Box, Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type ThrottledAction, useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { focusNow } from '../../lib/browser/screen.ts';
import classes from './throttled-button.module.css';

type Props = Omit<ButtonProps, 'loading'> & {
  /** From useThrottledAction. A submit button does not run it: its form does. */
  action: ThrottledAction<never[]> | ThrottledAction;
  type?: 'button' | 'submit';
  children: ReactNode;
};

/** A button that is disabled during its action and two seconds after it. */
export const ThrottledButton = ({ action, type = 'button', disabled = false, children, ...rest }: Props) => (
  <Button
    {...rest}
    type={type}
    loading={action.isRunning}
    disabled={disabled || action.isDisabled}
    {...(type === 'button' && { onClick: () => void action.run() })}
  >
    {children}
  </Button>
);

type ConfirmButtonProps = ButtonProps & {
  /** What will happen, asked before the action runs. */
  question: ReactNode;
  onConfirm: () => Promise<unknown>;
  /** Whether nothing is missing for it; else says what, and nothing is asked. */
  mayAsk?: () => boolean;
  /** Colour of the confirming button. Red by default: most confirmed actions cannot be undone. */
  confirmColor?: string;
  children: ReactNode;
};

/** A button that asks for confirmation in place before it acts. */
export function ConfirmButton({
  question,
  onConfirm,
  mayAsk,
  confirmColor = 'red',
  children,
  ...rest
}: ConfirmButtonProps) {
  const { t } = useTranslation();
  // false: cancelled, and the button takes the focus back.
  const [isAsking, setIsAsking] = useState<boolean>();
  const act = useThrottledAction(async () => {
    await onConfirm();
    setIsAsking(undefined);
  });
  if (!isAsking)
    return (
      <Button
        {...rest}
        ref={isAsking === false ? focusNow : null}
        onClick={() => setIsAsking((mayAsk?.() ?? true) || undefined)}
      >
        {children}
      </Button>
    );
  return (
    <Box className={classes.question} {...(rest.mt !== undefined && { mt: rest.mt })} role="alert">
      <p>{question}</p>
      <div className={classes.answers}>
        <Button ref={focusNow} size="xs" variant="default" onClick={() => setIsAsking(false)}>
          {t('shell.cancel')}
        </Button>
        <ThrottledButton size="xs" color={confirmColor} action={act}>
          {children}
        </ThrottledButton>
      </div>
    </Box>
  );
}
