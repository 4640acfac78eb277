import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ThrottledAction } from '../../lib/browser/use-throttled-action.ts';

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
