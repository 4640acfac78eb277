import { usePrefetchQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { SandboxBar } from '../features/sandbox/sandbox-bar.tsx';
import { useIdentity, useOtherTabs } from '../features/sessions/use-session.ts';
import { useWebConfig } from '../features/settings/use-web-config.ts';
import { query } from '../lib/api/query.ts';
import { Outlet } from '../lib/router/site-router.tsx';
import { useScrollRestoration } from '../lib/router/use-scroll-restoration.ts';
import { useIsPreview } from '../lib/browser/brand.ts';
import { useSiteName } from '../lib/browser/site-name.ts';
import { useIsSandbox } from '../lib/stored/stored-state.ts';
import { useLanguage } from '../locales/use-language.ts';
import { FailureHandler } from './failure-handler.tsx';
import { FreshCodeHandler } from './fresh-code-handler.tsx';
import { LoadedAfterPaint } from './loaded-after-paint.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { usePageChange } from './use-page-change.ts';

/** The build takes the bar out of the prerendered pages; the server of a sandbox puts it back. */
const DrawnSandboxBar = () => (
  <div data-sandbox-bar>
    <SandboxBar />
  </div>
);

/** Operators only, while they look at a draft. */
const DraftBar = lazy(() => import('./draft-bar.tsx'));

/** The frame of every page. */
export function Root() {
  useIdentity();
  useOtherTabs();
  useWebConfig();
  // Beside the site config, in the same round trip: a later top-up waits for neither.
  usePrefetchQuery(query('listEnabledPaymentMethods', {}, { isQuiet: true }));
  usePageChange(useSiteName(useLanguage()));
  const isPreview = useIsPreview();
  const isSandbox = useIsSandbox();
  useScrollRestoration();

  return (
    <>
      <LoadedAfterPaint />
      <ProgressBar />
      {isPreview && (
        <Suspense>
          <DraftBar />
        </Suspense>
      )}
      {import.meta.env.SSR ? <DrawnSandboxBar /> : isSandbox && <SandboxBar />}
      <Outlet />
      <FailureHandler />
      <FreshCodeHandler />
    </>
  );
}
