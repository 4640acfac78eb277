import { usePrefetchQuery } from '@tanstack/react-query';
import { useIdentity } from '../features/sessions/use-identity.ts';
import { useOtherTabs } from '../features/sessions/use-other-tabs.ts';
import { useWebConfig } from '../features/settings/use-web-config.ts';
import { query } from '../lib/api/query.ts';
import { useLiveStream } from '../lib/live/use-live-stream.ts';
import { Outlet } from '../lib/router/site-router.tsx';
import { useScrollRestoration } from '../lib/router/use-scroll-restoration.ts';
import { useSiteName } from '../lib/browser/site-name.ts';
import { FailureHandler } from './failure-handler.tsx';
import { FreshCodeHandler } from './fresh-code-handler.tsx';
import { OfflineNote } from './offline-note.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { usePageChange } from './use-page-change.ts';
import { useRenewal } from './use-renewal.ts';

/** The frame of every page. */
export function Root() {
  useLiveStream();
  useRenewal();
  useIdentity();
  useOtherTabs();
  useWebConfig();
  // Beside the site config, in the same round trip: a later top-up waits for neither.
  usePrefetchQuery(query('listEnabledPaymentMethods', {}, { isQuiet: true }));
  usePageChange(useSiteName());
  useScrollRestoration();

  return (
    <>
      <ProgressBar />
      <Outlet />
      <FailureHandler />
      <FreshCodeHandler />
      <OfflineNote />
    </>
  );
}
