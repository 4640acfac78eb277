import { Button, Skeleton } from '@mantine/core';
import type { LiveFigures } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { RecentOrders } from '../../features/statistics/recent-orders.tsx';
import { ShopFigures } from '../../features/statistics/shop-figures.tsx';
import { Link } from '../../lib/router/link.tsx';
import { useStored } from '../../lib/stored/stored-state.ts';
import { BlockBoundary } from '../../ui/messages/block-boundary.tsx';
import { HomeBalance } from '../home-balance.tsx';
import { LaterOverview } from '../later-overview.tsx';
import classes from './signed-in-hero.module.css';

/** The beginning of a signed-in buyer's home: their balance, what waits for them, and the shop's newest orders. */
export function SignedInHero({ figures }: { figures: LiveFigures | undefined }) {
  const { t } = useTranslation();
  const user = useStored((s) => s.user);
  if (!user) return <Skeleton height={420} radius="xl" />;
  return (
    <section className={classes.hero}>
      <div className={classes.main}>
        <div className={classes.purse}>
          <div className={classes.words}>
            <h1 className={classes.hello}>{t('home.welcomeBack', { name: user.username })}</h1>
            <HomeBalance balance={user.balance} />
          </div>
          <div className={classes.figures}>
            <ShopFigures figures={figures} />
          </div>
          <div className={classes.actions}>
            <Button component={Link} to="/client/amount-recharge" color="signal.6">
              {t('home.topUp')}
            </Button>
            <Button component={Link} to="/client/purchase-account" className={classes.second}>
              {t('home.browse')}
            </Button>
          </div>
        </div>
        <LaterOverview area="/client" before={<Skeleton height={178} radius="lg" />} />
      </div>
      <div className={classes.board}>
        <BlockBoundary>
          <RecentOrders orders={figures?.latest_orders} />
        </BlockBoundary>
      </div>
    </section>
  );
}
