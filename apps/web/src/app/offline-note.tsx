import { useEffect, useRef } from 'react';
import { useIsOnline } from '../lib/browser/use-is-online.ts';
import { useKeptSince } from '../lib/browser/kept-answers.ts';
import { formatDateTime, formatTime } from '../lib/format/format-time.ts';
import { useLanguage } from '../locales/use-language.ts';
import { useTranslation } from '../locales/use-translation.ts';
import classes from './offline-note.module.css';

/** Its height in pixels: what stays at the top while the page scrolls stays below it. */
const HEIGHT = '--shop-note';

/**
 * A line above the page while the browser is offline, or while the shop cannot be reached: how old the catalogue is.
 * Everything is fetched again when the connection is back.
 */
export function OfflineNote() {
  const { t } = useTranslation();
  const language = useLanguage();
  const isOnline = useIsOnline();
  const since = useKeptSince();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = document.documentElement.style;
    const observer = new ResizeObserver(([entry]) =>
      page.setProperty(HEIGHT, `${entry!.target.getBoundingClientRect().height}px`),
    );
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
      page.removeProperty(HEIGHT);
    };
  }, []);
  const isShown = !isOnline || since !== null;
  return (
    <div ref={place} className={classes.place} aria-live="polite">
      {isShown && (
        <p className={classes.note}>
          {since === null
            ? t('shell.offline')
            : t('shell.offlineSince', { time: formatSince(since, language) })}
        </p>
      )}
    </div>
  );
}

/** Today's time of day; else the date too. */
function formatSince(ms: number, language: string): string {
  const then = new Date(ms);
  const format = then.toDateString() === new Date().toDateString() ? formatTime : formatDateTime;
  return format(then.toISOString(), language);
}
