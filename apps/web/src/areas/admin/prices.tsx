import { useTranslation } from '../../locales/use-translation.ts';
import { PendingProposals } from '../../features/approvals/pending-proposals.tsx';
import { Coupons } from '../../features/prices/coupons.tsx';
import { Levels } from '../../features/prices/levels.tsx';
import { PriceLists, Promotions } from '../../features/prices/price-lists.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import classes from './layout.module.css';
import { PageTabs } from './page-tabs.tsx';

export function Page() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('frame.pages.prices')} />
      <PageTabs
        label={t('frame.pages.prices')}
        tabs={[
          { name: 'levels', title: t('prices.levels.title'), Panel: Levels },
          { name: 'lists', title: t('prices.lists.title'), Panel: ListsAndProposals },
          { name: 'promotions', title: t('prices.promotions.title'), Panel: PromotionsAndProposals },
          { name: 'coupons', title: t('prices.coupons.title'), Panel: Coupons },
        ]}
      />
    </>
  );
}

const ListsAndProposals = () => (
  <div className={classes.stack}>
    <PendingProposals about="priceList" />
    <PriceLists />
  </div>
);

const PromotionsAndProposals = () => (
  <div className={classes.stack}>
    <PendingProposals about="priceList" />
    <Promotions />
  </div>
);
