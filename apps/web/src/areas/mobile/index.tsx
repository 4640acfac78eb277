import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { StockedCategoryList, HomeProducts } from '../../features/goods/home-goods.tsx';
import { RecentOrders, ShopFigures, useLiveFigures } from '../../features/live/live-figures.tsx';
import { useBrandText, useIsPreview } from '../../lib/browser/page-data.ts';
import { Link } from 'wouter';
import { useStored } from '../../lib/stored/stored-state.ts';
import { withTexts } from '../../locales/language.ts';
import { BlockBoundary } from '../../ui/messages/block-boundary.tsx';
import { HeroPicture } from '../../ui/pictures/harbour.tsx';
import { AnnouncementSlot } from '../layout-slots.tsx';
import { HomeBalance, LaterOverview, Steps, useGoodsName } from '../home-parts.tsx';
import classes from './index.module.css';

const WindowPreview = lazy(
  withTexts('browse', async () => ({ default: (await import('../window-preview.tsx')).WindowPreview })),
);

/** A buyer's home; an operator who previews a draft sees what visitors will see. */
export const Page = () =>
  useIsPreview() ? (
    <Suspense>
      <WindowPreview isPage />
    </Suspense>
  ) : (
    <Home />
  );

const place = <Skeleton height={178} radius="lg" />;

function Home() {
  const { t } = useTranslation();
  const user = useStored((s) => s.user);
  const figures = useLiveFigures();
  const nameOf = useGoodsName();
  return (
    <>
      <AnnouncementSlot position="home" />
      <div className={classes.page}>
        <section className={classes.purse}>
          <HeroPicture className={classes.picture} />
          <h1 className={classes.hello}>
            {user ? t('home.welcomeBack', { name: user.username }) : t('home.welcome')}
          </h1>
          <HomeBalance balance={user?.balance ?? null} />
          <div className={classes.actions}>
            <Button component={Link} to="/mobile/amount-recharge" color="signal.6">
              {t('shell.nav.recharges')}
            </Button>
            <Button component={Link} to="/mobile/purchase-account" className={classes.second}>
              {t('shell.nav.goods')}
            </Button>
          </div>
        </section>

        <BlockBoundary>{user ? <LaterOverview area="/mobile" before={place} /> : place}</BlockBoundary>

        <div>
          <BlockBoundary>
            <HomeProducts to="/mobile/purchase-account" />
          </BlockBoundary>
        </div>

        <section className={classes.figures}>
          <ShopFigures figures={figures} />
        </section>

        <section>
          <header className={classes.head}>
            <h2>{t('home.products.title')}</h2>
            <Link to="/mobile/purchase-account">{t('home.products.all')}</Link>
          </header>
          <BlockBoundary>
            <StockedCategoryList />
          </BlockBoundary>
        </section>

        <div className={classes.board}>
          <BlockBoundary>
            <RecentOrders orders={figures?.latest_orders} nameOf={nameOf} />
          </BlockBoundary>
        </div>

        <OwnWords />

        <section>
          <header className={classes.head}>
            <h2>{t('home.steps.title')}</h2>
          </header>
          <Steps />
        </section>
      </div>
    </>
  );
}

/** The operator's headline and text, where they wrote any. */
function OwnWords() {
  const language = useLanguage();
  const headline = useBrandText('headline', language);
  const lede = useBrandText('lede', language);
  if (!headline && !lede) return null;
  return (
    <section className={classes.own}>
      {headline && <h2>{headline}</h2>}
      {lede && <p>{lede}</p>}
    </section>
  );
}
