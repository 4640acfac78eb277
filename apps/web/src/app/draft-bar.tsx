import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { withTexts } from '../locales/language.ts';

const PreviewBar = lazy(withTexts('admin', () => import('../features/settings/brand/preview-bar.tsx')));
const WindowPreview = lazy(withTexts('browse', () => import('../areas/window-preview.tsx')));

/** Above every page: that it is a draft. Loads after the first paint. */
export default function DraftBar() {
  return <PreviewBar phoneWindow={<PhoneWindow />} />;
}

const PhoneWindow = () => (
  <Suspense fallback={<Skeleton height={600} radius="lg" />}>
    <WindowPreview />
  </Suspense>
);
