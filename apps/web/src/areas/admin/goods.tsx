import { useTranslation } from '../../locales/use-translation.ts';
import { PendingProposals } from '../../features/approvals/pending-proposals.tsx';
import { AllGoods } from '../../features/goods/admin/all-goods.tsx';
import { CategoryList } from '../../features/goods/admin/category-list.tsx';
import { AttributeList } from '../../features/goods/admin/attribute-list.tsx';
import { FamilyList } from '../../features/goods/admin/family-list.tsx';
import { PriceEffectStep } from '../../features/prices/price-effect.tsx';
import { AllTakedownRequests } from '../../features/reports/all-takedown-requests.tsx';
import { AllBatches } from '../../features/stock/all-batches.tsx';
import { ReorderList } from '../../features/statistics/board-lists.tsx';
import { SupplierList } from '../../features/stock/supplier-list.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import classes from './layout.module.css';
import { PageTabs } from './page-tabs.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('frame.pages.goods')} />
      <PageTabs
        label={t('frame.pages.goods')}
        tabs={[
          { name: 'goods', title: t('goods.title'), Panel: GoodsAndProposals },
          { name: 'categories', title: t('goods.categories.title'), Panel: CategoryList },
          { name: 'families', title: t('goods.families.title'), Panel: FamilyList },
          { name: 'attributes', title: t('goods.attributes.title'), Panel: AttributeList },
          { name: 'stock', title: t('stock.title'), Panel: AllBatches },
          { name: 'reorder', title: t('stock.reorder.title'), Panel: ReorderList },
          { name: 'suppliers', title: t('stock.suppliers.title'), Panel: Suppliers },
          { name: 'reports', title: t('reports.title'), Panel: AllTakedownRequests },
        ]}
      />
    </>
  );
}

const renderPending = (id: string) => <PendingProposals subject={`supplier:${id}`} />;
const Suppliers = () => <SupplierList renderPending={renderPending} />;

const GoodsAndProposals = () => (
  <div className={classes.stack}>
    <PendingProposals about="goods" />
    <AllGoods EffectStep={PriceEffectStep} />
  </div>
);
