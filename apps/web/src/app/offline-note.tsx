import { useTranslation } from '../locales/use-translation.ts';
import { useIsOnline } from '../lib/browser/use-is-online.ts';
import classes from './offline-note.module.css';

/** Shown while the browser is offline: data may be out of date. Everything is fetched again when it is back. */
export function OfflineNote() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <div className={classes.place} aria-live="polite">
      {!isOnline && <p className={classes.note}>{t('shell.offline')}</p>}
    </div>
  );
}
