import { useEffect } from 'react';
import { useLiveStream } from '../lib/live/use-live-stream.ts';
import { useStaleOnEvents } from '../lib/live/use-stale-on-events.ts';
import { keepInstallOffer } from './keep-install-offer.ts';
import { savesData } from '../lib/browser/saves-data.ts';
import { ToastHost } from '../ui/messages/toast-host.tsx';
import './after-paint.css';
import { OfflineNote } from './offline-note.tsx';
import { registerWorker } from './register-worker.ts';
import { renewOnLostCode } from './renew-page.ts';

/**
 * What every page has and no first paint shows: toasts, live updates, the note that there is no network, and what keeps
 * an open page going after a deploy. One piece of code, loaded with every page, so none of it can be missing later.
 */
export function AfterPaint() {
  useLiveStream();
  useStaleOnEvents();
  useEffect(() => {
    renewOnLostCode();
    keepInstallOffer();
    document.documentElement.toggleAttribute('data-saves-data', savesData());
    void registerWorker();
  }, []);
  return (
    <>
      <OfflineNote />
      <ToastHost />
    </>
  );
}
