import { Button, Skeleton } from '@mantine/core';
import type { LiveFigures } from '@portside/contract';
import { titleOf } from '@portside/contract/wire/page-paths';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { StockedCategoryList, HomeProducts } from '../../features/goods/home-goods.tsx';
import { RecentOrders, ShopFigures, useLiveFigures } from '../../features/live/live-figures.tsx';
import { useBrandText, useIsPreview, useOwnTitle } from '../../lib/browser/page-data.ts';
import { Link } from 'wouter';
import { useIsSignedIn, useStored } from '../../lib/stored/stored-state.ts';
import { BlockBoundary } from '../../ui/messages/block-boundary.tsx';
import { HeroPicture } from '../../ui/pictures/harbour.tsx';
import { AnnouncementSlot } from '../layout-slots.tsx';
import { Steps, HomeBalance, LaterOverview, useGoodsName } from '../home-parts.tsx';
import classes from './main.module.css';

export function Page() {
  const { t } = useTranslation();
  const figures = useLiveFigures();
  const isSignedIn = useIsSignedIn();
  // The operator looks at what visitors will see.
  const isPreview = useIsPreview();
  return (
    <>
      <AnnouncementSlot position="home" />
      {isSignedIn && !isPreview ? <SignedInHero figures={figures} /> : <VisitorHero figures={figures} />}
      <BlockBoundary>
        <HomeProducts to="/client/purchase-account" />
      </BlockBoundary>

      <section className={classes.section}>
        <header className={classes.head}>
          <h2>{t('home.products.title')}</h2>
          <p>{t('home.products.lede')}</p>
          <Link to="/client/purchase-account">{t('home.products.all')}</Link>
        </header>
        <BlockBoundary>
          <StockedCategoryList />
        </BlockBoundary>
      </section>

      {(!isSignedIn || isPreview) && (
        <section className={classes.section}>
          <header className={classes.head}>
            <h2>{t('home.steps.title')}</h2>
          </header>
          <Steps />
        </section>
      )}
    </>
  );
}

function VisitorHero({ figures }: { figures: LiveFigures | undefined }) {
  const { t } = useTranslation();
  const nameOf = useGoodsName();
  const language = useLanguage();
  const headline = useBrandText('headline', language);
  const lede = useBrandText('lede', language);
  useOwnTitle(titleOf(headline || t('home.title')));
  return (
    <section className={classes.hero}>
      <HeroPicture className={classes.picture} />
      <div className={classes.words}>
        <h1 className={classes.title} data-brand="headline">
          {headline || t('home.title')}
        </h1>
        <p className={classes.lede} data-brand="lede">
          {lede || t('home.lede')}
        </p>
        <div className={classes.actions}>
          <Button
            component={Link}
            to="/client/purchase-account"
            size="md"
            color="signal.6"
            rightSection={<IconArrowRight size={18} />}
          >
            {t('home.browse')}
          </Button>
          <Button component={Link} to="/login?mode=register" size="md" className={classes.second}>
            {t('shell.join')}
          </Button>
        </div>
        <div className={classes.figures}>
          <ShopFigures figures={figures} />
        </div>
      </div>
      <div className={classes.board}>
        <BlockBoundary>
          <RecentOrders orders={figures?.latest_orders} nameOf={nameOf} />
        </BlockBoundary>
      </div>
    </section>
  );
}

/** The beginning of a signed-in buyer's home: their balance, what waits for them, and the shop's newest orders. */
function SignedInHero({ figures }: { figures: LiveFigures | undefined }) {
  const { t } = useTranslation();
  const nameOf = useGoodsName();
  const user = useStored((s) => s.user);
  if (!user) return <Skeleton height={420} radius="xl" />;
  return (
    <section className={classes.signedInHeroHero}>
      <div className={classes.main}>
        <div className={classes.purse}>
          <div className={classes.signedInHeroWords}>
            <h1 className={classes.hello}>{t('home.welcomeBack', { name: user.username })}</h1>
            <HomeBalance balance={user.balance} />
          </div>
          <div className={classes.signedInHeroFigures}>
            <ShopFigures figures={figures} />
          </div>
          <div className={classes.signedInHeroActions}>
            <Button component={Link} to="/client/amount-recharge" color="signal.6">
              {t('home.topUp')}
            </Button>
            <Button component={Link} to="/client/purchase-account" className={classes.signedInHeroSecond}>
              {t('home.browse')}
            </Button>
          </div>
        </div>
        <LaterOverview area="/client" before={<Skeleton height={178} radius="lg" />} />
      </div>
      <div className={classes.signedInHeroBoard}>
        <BlockBoundary>
          <RecentOrders orders={figures?.latest_orders} nameOf={nameOf} />
        </BlockBoundary>
      </div>
    </section>
  );
}
