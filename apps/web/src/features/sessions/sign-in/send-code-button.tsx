import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useSecondsUntil } from '../../../lib/browser/use-countdown.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';

const PAUSE_MS = 60_000;

type Props = {
  /** Sends a code; false where there was no address to send it to. */
  send: () => Promise<boolean>;
  /** A first code was sent already. */
  isSent?: boolean;
};

/** Sends a code, and then waits a minute before the next. */
export function SendCodeButton({ send, isSent = false }: Props) {
  const { t } = useTranslation('service');
  const [pauseEndsMs, setPauseEndsMs] = useState(() => (isSent ? Date.now() + PAUSE_MS : null));
  const seconds = useSecondsUntil(pauseEndsMs);
  const again = useThrottledAction(async () => {
    if (await send()) setPauseEndsMs(Date.now() + PAUSE_MS);
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
