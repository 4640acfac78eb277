import { Button } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { findIntent, pathWithIntent, saveIntent } from '../../lib/stored/order-intent.ts';
import { Sheet } from '../../ui/layout/sheet.tsx';
import classes from './login-expired.module.css';
import { useSessionActions } from './use-session.ts';

const WIDTH_PX = 440;

/**
 * Confirming clears the browser's data, except an order that is being prepared, and opens the sign-in page, which leads
 * back here; thinking again changes nothing.
 */
export default function LoginExpired({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('service');
  const { leave } = useSessionActions();

  function confirm() {
    onClose();
    const back = pathWithIntent(location.pathname + location.search, findIntent());
    void leave(`/login?redirect=${encodeURIComponent(back)}`, saveIntent());
  }

  return (
    <Sheet title={t('expired.title')} size={WIDTH_PX} onClose={onClose}>
      <p className={classes.text}>{t('expired.text')}</p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('expired.cancel')}
        </Button>
        <Button onClick={confirm}>{t('expired.confirm')}</Button>
      </div>
    </Sheet>
  );
}
