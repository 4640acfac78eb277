import { lazy, Suspense } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { GoodsFilterBar } from '../features/goods/goods-filter-bar.tsx';
import { GoodsList } from '../features/goods/goods-list.tsx';
import { useChosenGoods } from '../features/orders/placing/use-goods.ts';
import { currentArea } from '../lib/browser/current-area.ts';
import { savesData } from '../lib/browser/network.ts';
import { withTexts } from '../locales/language.ts';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { PageHeader } from '../ui/layout/panel.tsx';
import { AnnouncementSlot } from './layout-slots.tsx';

const loadDialog = withTexts(
  ['orders', 'product'],
  () => import('../features/orders/placing/order-dialog.tsx'),
);
const OrderDialog = lazy(loadDialog);

/** The buying page of both areas: the product list, and the order dialog over it. */
export function Page() {
  const { t } = useTranslation();
  const [goodsId, choose] = useChosenGoods();
  return (
    <>
      <AnnouncementSlot position="purchase" />
      <PageHeader title={t('goods.title')} lede={t('goods.lede')} />
      <GoodsFilterBar />
      {/* The dialog's code is preloaded when the pointer enters the list. */}
      <div onPointerEnter={() => void (savesData() || loadDialog())}>
        <BlockBoundary>
          <GoodsList onBuy={({ id }) => choose(id)} />
        </BlockBoundary>
      </div>
      <BlockBoundary key={goodsId}>
        <Suspense>
          {goodsId !== null && (
            <OrderDialog area={currentArea()} goodsId={goodsId} onClose={() => choose(null)} />
          )}
        </Suspense>
      </BlockBoundary>
    </>
  );
}
