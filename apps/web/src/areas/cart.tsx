import { allGoods } from '../features/goods/goods-facts.ts';
import { Cart } from '../features/orders/cart/cart.tsx';
import { currentArea } from '../lib/browser/current-area.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { PageHeader } from '../ui/layout/panel.tsx';

/** The cart of both areas. Open to visitors, whose cart is in their browser. */
export function Page() {
  const { t } = useTranslation('service');
  return (
    <>
      <PageHeader title={t('cart.title')} lede={t('cart.lede')} />
      <Cart area={currentArea()} allGoods={allGoods()} />
    </>
  );
}
