import { lazy, Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { SandboxBar } from '../features/sandbox/sandbox-bar.tsx';
import { useIdentity, useOtherTabs } from '../features/sessions/use-session.ts';
import { useWebConfig } from '../features/settings/use-web-config.ts';
import { useIsPreview, useSiteName, useShownTitle } from '../lib/browser/page-data.ts';
import { useIsSandbox } from '../lib/stored/stored-state.ts';
import { useLanguage, useTranslation } from '../locales/use-translation.ts';
import { FailureHandler } from './failure-handler.tsx';
import { useEntry, useIsLoading } from '../lib/site-location.tsx';
import { TITLE_TEXTS, type Title } from './site-map.tsx';
import classes from './root.module.css';
import { withTexts } from '../locales/language.ts';
import { AfterContent } from '../ui/messages/block-boundary.tsx';

/** The build takes the bar out of the prerendered pages; the server of a sandbox puts it back. */
const DrawnSandboxBar = () => (
  <div data-sandbox-bar>
    <SandboxBar />
  </div>
);

const AFTER_MS = 5_000;

/** After the content. Where its code does not load, the page works without it, and asks for it again. */
const loadAfterPaint = async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./after-paint.tsx')).AfterPaint };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
    return loadAfterPaint();
  }
};
const AfterPaint = lazy(loadAfterPaint);

/** Operators only, while they look at a draft. */
const DraftBar = lazy(
  withTexts(['admin', 'browse'], async () => ({
    default: (await import('../areas/window-preview.tsx')).DraftBar,
  })),
);

/** The frame of every page; `title` is the name of its title. */
export function Root({ title, children }: { title: Title; children: ReactNode }) {
  useIdentity();
  useOtherTabs();
  useWebConfig();
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
