import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../lib/browser/use-is-online.ts';
import classes from './offline-note.module.css';

/** While the browser has no network: what is shown may be old. Everything is asked for again when it is back. */
export function OfflineNote() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  return (
    <div className={classes.place} aria-live="polite">
      {!isOnline && <p className={classes.note}>{t('shell.offline')}</p>}
    </div>
  );
}
