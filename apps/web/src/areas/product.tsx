import type { Goods } from '@portside/contract';
import { Button, Skeleton } from '@mantine/core';
import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { GoodsDetails, GoodsHead, GoodsOutline } from '../features/goods/goods-details.tsx';
import { OrderForm } from '../features/orders/placing/order-form.tsx';
import { useOneGoods } from '../features/orders/placing/use-goods.ts';
import { usePlaceOrder } from '../features/orders/placing/use-place-order.ts';
import { useRetentionDays } from '../features/settings/use-web-config.ts';
import { isRefusal } from '../lib/api/api-error.ts';
import { useAfterContent } from '../lib/api/after-content.tsx';
import { currentArea } from '../lib/browser/current-area.ts';
import { readGoodsData, useOwnTitle } from '../lib/browser/page-data.ts';
import { Link, useParams } from 'wouter';
import { useNavigate } from '../lib/site-location.tsx';
import { useStored } from '../lib/stored/stored-state.ts';
import { withTexts } from '../locales/language.ts';
import { CopyButton, ShareButton } from '../ui/buttons/copy-button.tsx';
import { EmptyState, FailedState } from '../ui/messages/empty-state.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyQuayPicture } from '../ui/pictures/pictures.tsx';
import { AnnouncementSlot } from './announcement-slot.tsx';
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

const REFRESH_MS = 30_000;

/** One product: its details and the order form. Open to visitors. */
export const Page = () => (
  <>
    <AnnouncementSlot position="purchase" />
    <Content />
  </>
);

function Content() {
  const { t } = useTranslation();
  const { product = '' } = useParams();
  const id = /^(\d{1,18})(?:-|$)/.exec(product)?.[1];
  const { data, error, refetch } = useOneGoods(id, REFRESH_MS);
  const area = currentArea();
  if (id === undefined || isRefusal(error, 'notFound', 'invalidFormat'))
    return (
      <EmptyState
        picture={<EmptyQuayPicture />}
        text={t('product.order.gone')}
        action={
          <Button component={Link} to={`${area}/purchase-account`}>
            {t('product.others')}
          </Button>
        }
      />
    );
  if (data) return <Product key={id} goods={data} area={area} />;
  if (error) return <FailedState onRetry={() => void refetch()} />;
  return <Waiting id={id} />;
}

function Product({ goods, area }: { goods: Goods; area: '/client' | '/mobile' }) {
  const { t } = useTranslation();
  const days = useRetentionDays();
  const { phase, place, again } = usePlaceOrder(goods.id);
  const navigate = useNavigate();
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  useOwnTitle(goods.name);
  usePlacedOrderLoaded();
  /** Back to the form, dropping what the address still carries of the placed order. */
  const done = async () => {
    await navigate(`/product/${goods.slug}`, { replace: true });
    // Together with the new address, which also renders in a transition; any earlier, the form would read the old one.
    startTransition(again);
  };
  return (
    <>
      <nav className={classes.path} aria-label={t('product.path')}>
        <Link to={`${area}/purchase-account`}>{t('goods.title')}</Link>
        <Link to={`${area}/purchase-account?category=${goods.category.id}`}>{goods.category.name}</Link>
      </nav>
      {phase.kind === 'placed' ? (
        <Panel>
          <Suspense fallback={<Skeleton height={420} />}>
            <PlacedOrder area={area} order={phase.order} onDone={() => void done()} />
          </Suspense>
        </Panel>
      ) : (
        <div>
          <article className={classes.page}>
            <GoodsHead goods={goods} tools={<Share goods={goods} />} />
            <section className={classes.order} aria-label={t('product.order.title')}>
              <OrderForm area={area} goods={goods} phase={phase} onPlace={place} foot={foot} />
            </section>
            <GoodsDetails goods={goods} retentionDays={days} />
          </article>
          {area === '/mobile' && <div ref={setFoot} className={classes.foot} />}
        </div>
      )}
    </>
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

/** What the HTML says of the product is already there; the server writes it into the prerendered page. */
function Waiting({ id }: { id: string }) {
  const { name, description } = readGoodsData(id);
  return (
    <div className={classes.page} aria-busy>
      <GoodsOutline name={name} text={description} />
      <Skeleton className={classes.order} height={520} radius="lg" />
      <Skeleton height={180} radius="md" />
    </div>
  );
}
