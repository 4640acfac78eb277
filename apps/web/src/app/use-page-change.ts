import type { ParseKeys } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches } from 'react-router';
import { useShownTitle } from '../lib/browser/own-title.ts';

/** The page's entry in the site map. */
export type PageHandle = { readonly title: ParseKeys<['translation', 'admin', 'pay', 'service']> };

/** Sets the document title. Moves focus to <main> on a new page, so that screen readers start there. */
export function usePageChange(siteName: string): void {
  const { t } = useTranslation(['translation', 'admin', 'pay', 'service']);
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const own = useShownTitle();
  const title = own !== null || handle ? `${own ?? t(handle!.title)} · ${siteName}` : siteName;
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
