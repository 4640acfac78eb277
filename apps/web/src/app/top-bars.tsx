import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { withTexts } from '../locales/language.ts';

const PreviewBar = lazy(withTexts('admin', () => import('../features/settings/brand/preview-bar.tsx')));
const WindowPreview = lazy(withTexts('browse', () => import('../areas/window-preview.tsx')));
const SandboxBar = lazy(withTexts('service', () => import('../features/sandbox/sandbox-bar.tsx')));

/** What is above every page: that it is a draft, that it is a sandbox. Loads after the first paint. */
export default function TopBars({ isPreview, isSandbox }: { isPreview: boolean; isSandbox: boolean }) {
  return (
    <>
      {isPreview && <PreviewBar phoneWindow={<PhoneWindow />} />}
      {isSandbox && <SandboxBar />}
    </>
  );
}

const PhoneWindow = () => (
  <Suspense fallback={<Skeleton height={600} radius="lg" />}>
    <WindowPreview />
  </Suspense>
);
