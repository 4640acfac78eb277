import type { ParseKeys } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches } from 'react-router';

/** What the site map says of a page. */
export type PageHandle = { readonly title: ParseKeys<['translation', 'admin', 'pay', 'service']> };

/** Names the open page in the tab. Another page takes the focus, so that a screen reader begins there. */
export function usePageChange(siteName: string): void {
  const { t } = useTranslation(['translation', 'admin', 'pay', 'service']);
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const title = handle ? `${t(handle.title)} · ${siteName}` : siteName;
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
