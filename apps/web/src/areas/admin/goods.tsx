import { useTranslation } from '../../locales/use-translation.ts';
import { AllGoods } from '../../features/goods/admin/all-goods.tsx';
import { CategoryList } from '../../features/goods/admin/category-list.tsx';
import { AllTakedownRequests } from '../../features/reports/all-takedown-requests.tsx';
import { AllBatches } from '../../features/stock/all-batches.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
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
          { name: 'stock', title: t('stock.title'), Panel: AllBatches },
          { name: 'reports', title: t('reports.title'), Panel: AllTakedownRequests },
        ]}
      />
    </>
  );
}
