import { useState, type ReactNode } from 'react';
import { createMemoryHistory } from '../history.ts';
import { createNavigation } from '../navigation.ts';
import { SiteRouter } from '../site-router.tsx';

/** Components that link and navigate, at an address of a site without pages. */
export function MemoryRouter({ children, at = '/' }: { readonly children: ReactNode; readonly at?: string }) {
  const [navigation] = useState(() => createNavigation({ routes: [], history: createMemoryHistory([at]) }));
  return <SiteRouter navigation={navigation}>{children}</SiteRouter>;
}
