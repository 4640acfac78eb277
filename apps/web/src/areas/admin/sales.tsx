import { useTranslation } from '../../locales/use-translation.ts';
import { SalesReport } from '../../features/statistics/sales-report.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('sales.title')} lede={t('sales.lede')} />
      <SalesReport />
    </>
  );
}
