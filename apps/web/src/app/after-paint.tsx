import { useEffect, useRef } from 'react';
import { useLiveStream, useStaleOnEvents } from '../lib/live/stream.ts';
import { savesData, useIsOnline } from '../lib/browser/network.ts';
import { ToastHost } from '../ui/messages/toast-host.tsx';
import './after-paint.css';
import { useTranslation } from '../locales/use-translation.ts';
import classes from './after-paint.module.css';
import { useHeldOffer, type Offer } from '../lib/browser/install-offer.ts';

/** What every page has but no first paint shows: toasts, live updates and the offline note. */
export function AfterPaint() {
  useLiveStream();
  useStaleOnEvents();
  useEffect(() => {
    keepInstallOffer();
    document.documentElement.toggleAttribute('data-saves-data', savesData());
  }, []);
  return (
    <>
      <OfflineNote />
      <ToastHost />
    </>
  );
}

/** Its height in pixels: sticky parts of the page stay below it. */
const HEIGHT = '--shop-note';

/** A line above the page while the browser is offline. Everything is refetched once the connection is back. */
function OfflineNote() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
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
  return (
    <div ref={place} className={classes.place} aria-live="polite">
      {!isOnline && <p className={classes.note}>{t('shell.offline')}</p>}
    </div>
  );
}

/** Saves the browser's install prompt for our own button instead of its bar. Call once. */
function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useHeldOffer.setState({ offer: event as Offer });
  });
  addEventListener('appinstalled', () => useHeldOffer.setState({ offer: null }));
}
