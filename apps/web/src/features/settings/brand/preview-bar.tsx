import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { endPreview } from '../../../lib/browser/brand.ts';
import { useNavigate } from '../../../lib/router/hooks.ts';
import classes from './preview-bar.module.css';

const BRAND_TAB = '/admin/config?tab=brand';

/** Above every page while its operator looks at a draft, which nobody else sees. */
export default function PreviewBar() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const leave = () => {
    endPreview();
    void navigate(BRAND_TAB);
  };
  return (
    <aside className={classes.bar} aria-labelledby="brand-preview">
      <IconEye size={18} stroke={1.8} aria-hidden />
      <p id="brand-preview">{t('brand.previewing')}</p>
      <Button size="xs" variant="white" color="dark" onClick={leave}>
        {t('brand.endPreview')}
      </Button>
    </aside>
  );
}
