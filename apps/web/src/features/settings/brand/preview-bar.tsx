import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { endPreview } from '../../../lib/browser/page-data.ts';
import { useNavigate } from '../../../lib/site-location.tsx';
import { Link } from 'wouter';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import classes from './preview-bar.module.css';

const BRAND_TAB = '/admin/config?tab=brand';

/** As wide as a common phone, with the sheet's own margins. */
const PHONE_PX = 390 + 48;

/**
 * Above every page while its operator looks at a draft, which nobody else sees. Leads to the pages that show most of
 * it. `phoneWindow`: what visitors see on a phone, whose address would sign the operator out.
 */
export function PreviewBar({ phoneWindow }: { phoneWindow: ReactNode }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [isPhoneOpen, setIsPhoneOpen] = useState(false);
  const { data } = useQuery(query('listGoods', { query: { limit: 1 } }, { isQuiet: true }));
  const product = data?.items[0];
  const leave = () => {
    endPreview();
    void navigate(BRAND_TAB);
  };
  return (
    <aside className={classes.bar} aria-labelledby="brand-preview">
      <IconEye size={18} stroke={1.8} aria-hidden />
      <p id="brand-preview">{t('brand.previewing')}</p>
      <nav className={classes.pages} aria-label={t('brand.preview')}>
        <Link to="/">{t('brand.page.home')}</Link>
        {product && <Link to={`/product/${product.slug}`}>{t('brand.page.product')}</Link>}
        <button type="button" onClick={() => setIsPhoneOpen(true)}>
          {t('brand.page.phone')}
        </button>
      </nav>
      <Button size="xs" variant="white" color="dark" onClick={leave}>
        {t('brand.endPreview')}
      </Button>
      {isPhoneOpen && (
        <Sheet title={t('brand.page.phone')} size={PHONE_PX} side="end" onClose={() => setIsPhoneOpen(false)}>
          {phoneWindow}
        </Sheet>
      )}
    </aside>
  );
}
