import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { useSecondsUntil } from '../../lib/countdown.ts';
import { useThrottledAction } from '../../lib/throttled-action.ts';
import { ThrottledButton } from '../../ui/throttled-button.tsx';
import { toastSuccess } from '../../ui/toasts.tsx';

const PAUSE_MS = 60_000;

/** Mails a code and then counts a minute down. `findAddress` answers null where none was entered. */
export function SendCodeButton({ findAddress }: { findAddress: () => string | null }) {
  const { t } = useTranslation();
  const [pauseEndsMs, setPauseEndsMs] = useState<number | null>(null);
  const seconds = useSecondsUntil(pauseEndsMs);
  const send = useThrottledAction(async () => {
    const email = findAddress();
    if (email === null) return;
    await call('sendResetCode', { body: { email } });
    setPauseEndsMs(Date.now() + PAUSE_MS);
    toastSuccess('code', t('sessions.reset.codeSent'));
  });

  return (
    <ThrottledButton
      action={send}
      disabled={seconds > 0}
      variant="subtle"
      size="compact-sm"
      mr={6}
      className="figures"
    >
      {seconds > 0 ? t('sessions.reset.sendAgain', { seconds }) : t('sessions.reset.sendCode')}
    </ThrottledButton>
  );
}
