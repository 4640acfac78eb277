import { lazy, type ComponentProps, type ReactNode } from 'react';
import { AfterContent } from '../lib/api/after-content.tsx';
import { withTexts } from '../locales/language.ts';

const HomeOverview = lazy(withTexts(['orders', 'recharges'], () => import('./home-overview.tsx')));

/** What waits for a buyer, once their home page shows its products; `before` in its place until then. */
export const LaterOverview = ({
  before,
  ...props
}: ComponentProps<typeof HomeOverview> & { before: ReactNode }) => (
  <AfterContent before={before}>
    <HomeOverview {...props} />
  </AfterContent>
);
