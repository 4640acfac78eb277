import type { Goods } from '@portside/contract';
import { Skeleton } from '@mantine/core';
import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { GoodsDetails, GoodsHead, GoodsOutline } from '../features/goods/goods-details.tsx';
import { stockLevel } from '../features/goods/goods-facts.ts';
import { OrderForm } from '../features/orders/placing/order-form.tsx';
import { ofLink, useOneGoods } from '../features/orders/placing/use-goods.ts';
import { usePlaceOrder } from '../features/orders/placing/use-place-order.ts';
import { useRetentionDays } from '../features/settings/use-web-config.ts';
import { isRefusal } from '../lib/api/api-error.ts';
import { useAfterContent } from '../lib/api/after-content.ts';
import { currentArea } from '../lib/browser/current-area.ts';
import { readGoodsData, useOwnTitle } from '../lib/browser/page-data.ts';
import { Link, useParams } from 'wouter';
import { useNavigate } from '../lib/site-location.tsx';
import { useOwnPrices } from '../ui/prices/use-own-prices.ts';
import { useStored } from '../lib/stored/stored-state.ts';
import { withTexts } from '../locales/language.ts';
import { CopyButton, ShareButton } from '../ui/buttons/copy-button.tsx';
import { FailedState } from '../ui/messages/empty-state.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { AnnouncementSlot } from './layout-slots.tsx';
import classes from './product.module.css';

const loadPlacedOrder = withTexts('orders', async () => ({
  default: (await import('../features/orders/placing/placed-order.tsx')).PlacedOrder,
}));
/** Needed after an order only. */
const PlacedOrder = lazy(loadPlacedOrder);

/** Loaded before anyone can order: a page that must reload must not lose sight of an order. */
function usePlacedOrderLoaded(): void {
  const isContentShown = useAfterContent();
  const isSignedIn = useStored((s) => s.token !== null);
  useEffect(() => {
    if (isContentShown && isSignedIn) loadPlacedOrder().catch(() => undefined);
  }, [isContentShown, isSignedIn]);
}

/** Needed where a product is sold out only. */
const SimilarGoods = lazy(withTexts('home', () => import('../features/goods/home-goods.tsx')));

/** Needed where a product is sold out only. */
const TellMe = lazy(withTexts('service', () => import('../features/restocks/tell-me.tsx')));
const StandingOrderPart = lazy(
  withTexts('service', () => import('../features/orders/standing/standing-order.tsx')),
);

/** Needed for products of a family, and for those of which a buyer can have so many only. */
const OwnFamily = lazy(withTexts('service', () => import('../features/goods/family-chooser.tsx')));

/** Needed for addresses without a product only. */
const GoneProduct = lazy(() => import('./gone-product.tsx'));

const REFRESH_MS = 30_000;

/** One product: its details and the order form. Open to visitors. */
export const Page = () => (
  <>
    <AnnouncementSlot position="purchase" />
    <Content />
  </>
);

function Content() {
  const { product = '' } = useParams();
  const [, id, linkKey] = /^(\d{1,18})(?:-([0-9a-f]{32}$)?|$)/.exec(product) ?? [];
  const { data, error, refetch } = useOneGoods(id, REFRESH_MS, linkKey);
  if (id === undefined || isRefusal(error, 'notFound', 'invalidFormat'))
    return (
      <Suspense>
        <GoneProduct />
      </Suspense>
    );
  if (data)
    return (
      <Product
        goods={data}
        area={currentArea()}
        title={data.name}
        head={
          (data.family ?? data.most_per_buyer ?? data.most_per_day) !== null && (
            <Suspense fallback={<Skeleton height={150} mb={22} />}>
              <OwnFamily goods={data} />
            </Suspense>
          )
        }
      />
    );
  if (error) return <FailedState onRetry={() => void refetch()} />;
  // What the HTML says of the product is already there; the server writes it into the prerendered page.
  return <WaitingProduct {...readGoodsData(id)} />;
}

type ProductProps = {
  goods: Goods;
  area: '/client' | '/mobile';
  /** Of the page. */
  title: string;
  /** Above the product, such as what chooses it among others. */
  head: React.ReactNode;
  /** Told whether an order is under way or shown, so that this product has to stay. */
  onHold?: (isHeld: boolean) => void;
};

/** The way to a product, `head`, and its sale. */
export function Product({ goods, area, title, head, onHold }: ProductProps) {
  const { t } = useTranslation();
  const { category } = goods;
  useOwnTitle(title);
  usePlacedOrderLoaded();
  return (
    <>
      <nav className={classes.path} aria-label={t('product.path')}>
        <Link to={`${area}/purchase-account`}>{t('goods.title')}</Link>
        {category.parent && <Link to={`/category/${category.parent.id}`}>{category.parent.name}</Link>}
        <Link to={`/category/${category.id}`}>{category.name}</Link>
      </nav>
      {head}
      <Sale key={goods.id} goods={goods} area={area} isPart={title !== goods.name} onHold={onHold} />
    </>
  );
}

type SaleProps = Pick<ProductProps, 'goods' | 'area'> & {
  /** The page has a title of its own. */
  isPart: boolean;
  onHold: ProductProps['onHold'];
};

function Sale({ goods, area, isPart, onHold }: SaleProps) {
  const { t } = useTranslation();
  const days = useRetentionDays();
  const { phase, place, again } = usePlaceOrder(goods.id);
  const navigate = useNavigate();
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const own = useOwnPrices(ofLink(goods.link_key));
  const isHeld = phase.kind !== 'open';
  const isSoldOut = stockLevel(goods) === 'soldOut';
  useEffect(() => onHold?.(isHeld), [onHold, isHeld]);
  /** Back to the form, dropping what the address still carries of the placed order. */
  const done = async () => {
    await navigate(`/product/${goods.slug}`, { replace: true });
    // Together with the new address, which also renders in a transition; any earlier, the form would read the old one.
    startTransition(again);
  };
  if (phase.kind === 'placed')
    return (
      <Panel>
        <Suspense fallback={<Skeleton height={420} />}>
          <PlacedOrder area={area} order={phase.order} onDone={() => void done()} />
        </Suspense>
      </Panel>
    );
  return (
    <div>
      <article className={classes.page}>
        <GoodsHead goods={goods} tools={<Share goods={goods} />} isPart={isPart} />
        <section className={classes.order} aria-label={t('product.order.title')}>
          <OrderForm
            area={area}
            goods={goods}
            phase={phase}
            onPlace={place}
            head={
              isSoldOut && (
                <Suspense fallback={<Skeleton height={150} radius="md" />}>
                  <TellMe goods={goods} />
                  <StandingOrderPart goods={goods} />
                </Suspense>
              )
            }
            foot={foot}
          />
        </section>
        <GoodsDetails goods={own?.withPrices(goods) ?? goods} retentionDays={days} />
      </article>
      {isSoldOut && (
        <Suspense>
          <SimilarGoods goods={goods} />
        </Suspense>
      )}
      {area === '/mobile' && <div ref={setFoot} className={classes.foot} />}
    </div>
  );
}

/** The product's one address, without what this reader has chosen. */
function Share({ goods: { name, slug } }: { goods: Goods }) {
  const { t } = useTranslation();
  const url = new URL(`/product/${slug}`, location.origin).href;
  return (
    <span className={classes.share}>
      <ShareButton label={t('product.share')} title={name} url={url} variant="default" />
      <CopyButton text={url} label={t('product.copyLink')} />
    </span>
  );
}

/** A product's page before it is read, with what is known of it. */
export const WaitingProduct = ({ name, description }: { name: string; description: string }) => (
  <div className={classes.page} aria-busy>
    <GoodsOutline name={name} text={description} />
    <Skeleton className={classes.order} height={520} radius="lg" />
    <Skeleton height={180} radius="md" />
  </div>
);
