import { PreviewBar } from '../features/settings/brand/preview-bar.tsx';
import { WindowPreview } from '../areas/window-preview.tsx';

/** A bar above every page: says that it is a draft, and previews it as phone visitors see it. */
export default function DraftBar() {
  return <PreviewBar phoneWindow={<WindowPreview />} />;
}
