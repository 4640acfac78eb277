import { PreviewBar } from '../features/settings/brand/preview-bar.tsx';
import { WindowPreview } from '../areas/window-preview.tsx';

/** Above every page: that it is a draft, and how a phone's visitors see it. */
export default function DraftBar() {
  return <PreviewBar phoneWindow={<WindowPreview />} />;
}
