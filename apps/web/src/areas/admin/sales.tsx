import { CustomerReport, OfferReport } from '../../features/statistics/customer-report.tsx';
import { ProfitReport, SupplierSalesTable } from '../../features/statistics/profit-report.tsx';
import { SalesReport } from '../../features/statistics/sales-report.tsx';
import { useTranslation } from '../../locales/use-translation.ts';
import { PageTabs } from './page-tabs.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <PageTabs
      label={t('frame.pages.sales')}
      tabs={[
        { name: 'sales', title: t('sales.title'), Panel: SalesReport },
        { name: 'profit', title: t('sales.profit.title'), Panel: ProfitReport },
        { name: 'offers', title: t('sales.offers.title'), Panel: OfferReport },
        { name: 'customers', title: t('sales.customers.title'), Panel: CustomerReport },
        { name: 'suppliers', title: t('sales.suppliers.title'), Panel: SupplierSalesTable },
      ]}
    />
  );
}
