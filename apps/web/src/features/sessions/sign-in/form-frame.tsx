import { nowMs } from '../../../lib/clock.ts';
import { type FormEventHandler, type ReactNode, useState } from 'react';
import classes from './sign-in.module.css';
import { useSearchParams } from '../../../lib/site-location.tsx';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useSecondsUntil } from '../../../lib/browser/use-countdown.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';

type FormFrameProps = {
  title: string;
  lede: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
  foot: ReactNode;
  below?: ReactNode;
};

/** Layout shared by the forms of the sign-in page. */
export const FormFrame = ({ title, lede, onSubmit, children, foot, below }: FormFrameProps) => (
  <div className={classes.frame}>
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.lede}>{lede}</p>
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {children}
    </form>
    <p className={classes.foot}>{foot}</p>
    {below}
  </div>
);

const MODES = ['register', 'reset', 'invited'] as const;
type Mode = 'login' | (typeof MODES)[number];

/** Which form of the sign-in page is open. */
export function useMode(): Mode {
  const mode = useSearchParams()[0].get('mode');
  return MODES.find((one) => one === mode) ?? 'login';
}

/** Links to another form; the redirect after signing in is kept. */
export function useModeLink(): (mode: Mode) => string {
  const [search] = useSearchParams();
  return (mode) => {
    const next = new URLSearchParams(search);
    if (mode === 'login') next.delete('mode');
    else next.set('mode', mode);
    return next.size > 0 ? `/login?${next}` : '/login';
  };
}

const PAUSE_MS = 60_000;

type SendCodeButtonProps = {
  /** Sends a code; false if there was no address to send it to. */
  send: () => Promise<boolean>;
  /** A first code was sent already. */
  isSent?: boolean;
};

/** Sends a code, and then waits a minute before the next. */
export function SendCodeButton({ send, isSent = false }: SendCodeButtonProps) {
  const { t } = useTranslation('service');
  const [pauseEndsMs, setPauseEndsMs] = useState(() => (isSent ? nowMs() + PAUSE_MS : null));
  const seconds = useSecondsUntil(pauseEndsMs);
  const again = useThrottledAction(async () => {
    if (await send()) setPauseEndsMs(nowMs() + PAUSE_MS);
  });

  return (
    <ThrottledButton
      action={again}
      disabled={seconds > 0}
      variant="subtle"
      size="compact-sm"
      mr={6}
      className="figures"
    >
      {seconds > 0 ? t('reset.sendAgain', { seconds }) : t('reset.sendCode')}
    </ThrottledButton>
  );
}
