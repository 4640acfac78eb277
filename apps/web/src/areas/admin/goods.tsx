import { useTranslation } from 'react-i18next';
import { AllGoods } from '../../features/goods/admin/all-goods.tsx';
import { CategoryList } from '../../features/goods/admin/category-list.tsx';
import { AllReports } from '../../features/reports/admin/all-reports.tsx';
import { StockDesk } from '../../features/stock/stock-desk.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PageTabs } from './page-tabs.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('frame.pages.goods')} />
      <PageTabs
        label={t('frame.pages.goods')}
        tabs={[
          { name: 'goods', title: t('goods.title'), Panel: AllGoods },
          { name: 'categories', title: t('goods.categories.title'), Panel: CategoryList },
          { name: 'stock', title: t('stock.title'), Panel: StockDesk },
          { name: 'reports', title: t('reports.title'), Panel: AllReports },
        ]}
      />
    </>
  );
}
