import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { useIdentity } from '../features/sessions/use-identity.ts';
import { useWebConfig } from '../features/settings/use-web-config.ts';
import { useLiveStream } from '../lib/live/use-live-stream.ts';
import { FailureDesk } from './failure-desk.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** What every page stands in. */
export function Root() {
  useLiveStream();
  useIdentity();
  const { site_name: siteName = 'Portside' } = useWebConfig() ?? {};
  useEffect(() => {
    document.title = siteName;
  }, [siteName]);

  return (
    <>
      <ProgressBar />
      <Outlet />
      <FailureDesk />
      <ScrollRestoration />
    </>
  );
}
