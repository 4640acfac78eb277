import { VisuallyHidden } from '@mantine/core';
import { useTranslation, useLanguage } from '../locales/use-translation.ts';
import { useBrandText } from '../lib/browser/page-data.ts';
import ShopWindow from './shop-window.tsx';
import { PreviewBar } from '../features/settings/brand/preview-bar.tsx';

/**
 * The phone's shop window to look at only: its buttons would sign the operator out. `isPage`: it takes the place of a
 * page, whose heading is not to be inert with the rest.
 */
export function WindowPreview({ isPage = false }: { isPage?: boolean }) {
  const { t } = useTranslation();
  const headline = useBrandText('headline', useLanguage());
  return (
    <>
      {isPage && <VisuallyHidden component="h1">{headline || t('browse.window.title')}</VisuallyHidden>}
      <div inert>
        <ShopWindow />
      </div>
    </>
  );
}

/** A bar above every page: says that it is a draft, and previews it as phone visitors see it. */
export function DraftBar() {
  return <PreviewBar phoneWindow={<WindowPreview />} />;
}
