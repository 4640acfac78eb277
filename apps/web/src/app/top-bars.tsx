import { lazy } from 'react';
import { useStored } from '../lib/stored/stored-state.ts';
import { withTexts } from '../locales/language.ts';

const PreviewBar = lazy(withTexts('admin', () => import('../features/settings/brand/preview-bar.tsx')));
const SandboxBar = lazy(withTexts('service', () => import('../features/sandbox/sandbox-bar.tsx')));

/** What stands above every page: that it is a draft, that it is a sandbox. Loads after the first paint. */
export default function TopBars({ isPreview }: { isPreview: boolean }) {
  const isSandbox = useStored((s) => s.webConfig?.sandbox === true);
  return (
    <>
      {isPreview && <PreviewBar />}
      {isSandbox && <SandboxBar />}
    </>
  );
}
