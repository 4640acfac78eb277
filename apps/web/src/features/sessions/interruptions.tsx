import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { isRefusal } from '../../lib/api/api-error.ts';
import { focusNow } from '../../lib/browser/screen.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useFailureWording } from '../../locales/wording.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { CodeField, isWholeCode } from './two-factor/code-field.tsx';
import classes from './two-factor/two-factor.module.css';
import { Button } from '@mantine/core';
import { findIntent, pathWithIntent, saveIntent } from '../../lib/stored/order-intent.ts';
import { useSessionActions } from './use-session.ts';

const WIDTH_PX = 420;

/**
 * Asks for a code of the authenticator app. For five minutes it allows actions that a stolen session alone must not
 * take.
 */
export function FreshCode({ onDone }: { onDone: (isTaken: boolean) => void }) {
  const { t } = useTranslation('service');
  const wordingOf = useFailureWording();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState('');
  const send = useThrottledAction(async (totp_code: string) => {
    try {
      await call('stepUp', { body: { totp_code } }, { quietFor: ['codeWrong'] });
      onDone(true);
    } catch (error) {
      if (isRefusal(error, 'codeWrong')) setWrong(wordingOf(error));
      setCode('');
      throw error;
    }
  }, code);
  return (
    <Sheet title={t('freshCode.title')} size={WIDTH_PX} onClose={() => onDone(false)}>
      <form
        className={classes.freshCodeForm}
        onSubmit={(event) => {
          event.preventDefault();
          void send.run(code);
        }}
      >
        <p className={classes.freshCodeText}>{t('freshCode.text')}</p>
        <CodeField
          isFirst
          takesRecovery
          value={code}
          wrong={wrong}
          onChange={setCode}
          onComplete={(whole) => void send.run(whole)}
        />
        <ThrottledButton type="submit" action={send} disabled={!isWholeCode(code)}>
          {t('freshCode.confirm')}
        </ThrottledButton>
      </form>
    </Sheet>
  );
}

const EXPIRED_WIDTH_PX = 440;

/**
 * Confirming clears the browser's data, except an order in preparation, and opens the sign-in page, which leads back
 * here; cancelling changes nothing.
 */
export function LoginExpired({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const { leave } = useSessionActions();

  function confirm() {
    onClose();
    const back = pathWithIntent(location.pathname + location.search, findIntent());
    void leave(`/login?redirect=${encodeURIComponent(back)}`, saveIntent());
  }

  return (
    <Sheet title={t('expired.title')} size={EXPIRED_WIDTH_PX} onClose={onClose}>
      <p className={classes.expiredText}>{t('expired.text')}</p>
      <div className={classes.expiredActions}>
        <Button variant="default" onClick={onClose}>
          {t('expired.cancel')}
        </Button>
        <Button onClick={confirm}>{t('expired.confirm')}</Button>
      </div>
    </Sheet>
  );
}

/** Asks before what was typed is lost. Staying is what Escape and the cross mean. */
export function LeaveQuestion({ onDone }: { onDone: (isLeaving: boolean) => void }) {
  const { t } = useTranslation('service');
  return (
    <Sheet title={t('unsaved.title')} size={EXPIRED_WIDTH_PX} onClose={() => onDone(false)}>
      <p className={classes.expiredText}>{t('unsaved.text')}</p>
      <div className={classes.expiredActions}>
        <Button variant="default" onClick={() => onDone(true)}>
          {t('unsaved.leave')}
        </Button>
        <Button ref={focusNow} onClick={() => onDone(false)}>
          {t('unsaved.stay')}
        </Button>
      </div>
    </Sheet>
  );
}
