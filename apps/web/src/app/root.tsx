import { usePrefetchQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { SandboxBar } from '../features/sandbox/sandbox-bar.tsx';
import { useIdentity, useOtherTabs } from '../features/sessions/use-session.ts';
import { useWebConfig } from '../features/settings/use-web-config.ts';
import { query } from '../lib/api/query.ts';
import { useIsPreview, useSiteName, useShownTitle } from '../lib/browser/page-data.ts';
import { useIsSandbox } from '../lib/stored/stored-state.ts';
import { useLanguage, useTranslation } from '../locales/use-translation.ts';
import { AfterPaint } from './after-paint.tsx';
import { FailureHandler } from './failure-handler.tsx';
import { useEntry, useIsLoading } from '../lib/site-location.tsx';
import { TITLE_TEXTS, type Title } from './site-map.tsx';
import classes from './root.module.css';
import { withTexts } from '../locales/language.ts';
import { onFreshCodeRequested } from '../lib/api/call.ts';
import { AfterContent } from '../lib/api/after-content.tsx';

/** The build takes the bar out of the prerendered pages; the server of a sandbox puts it back. */
const DrawnSandboxBar = () => (
  <div data-sandbox-bar>
    <SandboxBar />
  </div>
);

/** Operators only, while they look at a draft. */
const DraftBar = lazy(withTexts(['admin', 'browse'], () => import('./draft-bar.tsx')));

/** The frame of every page; `title` is the name of its title. */
export function Root({ title, children }: { title: Title; children: ReactNode }) {
  useIdentity();
  useOtherTabs();
  useWebConfig();
  // In the same round trip as the site config, so a later top-up waits for neither.
  usePrefetchQuery(query('listEnabledPaymentMethods', {}, { isQuiet: true }));
  usePageChange(title, useSiteName(useLanguage()));
  const isPreview = useIsPreview();
  const isSandbox = useIsSandbox();

  return (
    <>
      <AfterContent>
        <AfterPaint />
      </AfterContent>
      <ProgressBar />
      {isPreview && (
        <Suspense>
          <DraftBar />
        </Suspense>
      )}
      {import.meta.env.SSR ? <DrawnSandboxBar /> : isSandbox && <SandboxBar />}
      {children}
      <FailureHandler />
      <FreshCodeHandler />
    </>
  );
}

/** Sets the document title. Moves focus to <main> on a new page, so that screen readers start there. */
function usePageChange(name: Title, siteName: string): void {
  const { t } = useTranslation(TITLE_TEXTS);
  const { pathname } = useEntry();
  const own = useShownTitle();
  const title = `${own ?? t(name)} · ${siteName}`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [pathname]);
}

/** A bar at the top while the next page loads. */
function ProgressBar() {
  const isLoading = useIsLoading();
  return <div className={classes.bar} data-running={isLoading || undefined} aria-hidden />;
}

const FreshCode = lazy(
  withTexts('service', async () => ({
    default: (await import('../features/sessions/interruptions.tsx')).FreshCode,
  })),
);

/** Opens the two-factor dialog when a call is refused because it needs a fresh code. */
function FreshCodeHandler() {
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<((isTaken: boolean) => void) | null>(null);

  useEffect(
    () =>
      onFreshCodeRequested(() => {
        setIsOpen(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );

  function close(isTaken: boolean) {
    setIsOpen(false);
    answer.current?.(isTaken);
    answer.current = null;
  }

  return <Suspense>{isOpen && <FreshCode onDone={close} />}</Suspense>;
}
