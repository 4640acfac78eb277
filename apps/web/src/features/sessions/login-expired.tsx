import { Button } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './login-expired.module.css';
import { useSessionActions } from './use-session-actions.ts';

const WIDTH_PX = 440;

/** Confirming clears the browser's data and opens the sign-in page; thinking again changes nothing. */
export default function LoginExpired({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { leave } = useSessionActions();

  function confirm() {
    onClose();
    void leave('/login');
  }

  return (
    <Sheet title={t('sessions.expired.title')} size={WIDTH_PX} onClose={onClose}>
      <p className={classes.text}>{t('sessions.expired.text')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('sessions.expired.cancel')}
        </Button>
        <Button onClick={confirm}>{t('sessions.expired.confirm')}</Button>
      </div>
    </Sheet>
  );
}
