import { useEffect, useRef } from 'react';
import { useShownTitle } from '../lib/browser/own-title.ts';
import { useLocation, useNavigationState } from '../lib/router/hooks.ts';
import type { TextKey } from '../locales/text-key.ts';
import { useTranslation } from '../locales/use-translation.ts';

const SITE = ['translation', 'admin', 'pay', 'service'] as const;

/** Sets the document title. Moves focus to <main> on a new page, so that screen readers start there. */
export function usePageChange(siteName: string): void {
  const { t } = useTranslation(SITE);
  const { pathname } = useLocation();
  const named = useNavigationState().routes.at(-1)?.title;
  const own = useShownTitle();
  const title = own !== null || named ? `${own ?? t(named as TextKey<typeof SITE>)} · ${siteName}` : siteName;
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
