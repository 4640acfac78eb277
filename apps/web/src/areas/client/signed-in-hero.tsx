import { Button } from '@mantine/core';
import type { LiveFigures } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { RecentOrders } from '../../features/statistics/recent-orders.tsx';
import { ShopFigures } from '../../features/statistics/shop-figures.tsx';
import { formatUsdtBalance } from '../../lib/format/format-money.ts';
import { Link } from '../../lib/router/link.tsx';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { BlockBoundary } from '../../ui/messages/block-boundary.tsx';
import HomeOverview from '../home-overview.tsx';
import classes from './signed-in-hero.module.css';

/** The beginning of a signed-in buyer's home: their balance, what waits for them, and the shop's newest orders. */
export default function SignedInHero({ figures }: { figures: LiveFigures | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const user = useStored((s) => s.user);
  if (!user) return null;
  return (
    <section className={classes.hero}>
      <div className={classes.main}>
        <div className={classes.purse}>
          <div className={classes.words}>
            <h1 className={classes.hello}>{t('home.welcomeBack', { name: user.username })}</h1>
            <span className={classes.label}>{t('shell.balance')}</span>
            <span className={`${classes.balance} figures`} data-testid="balance">
              {formatUsdtBalance(user.balance, language)} <small>USDT</small>
            </span>
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
        <HomeOverview area="/client" />
      </div>
      <div className={classes.board}>
        <BlockBoundary>
          <RecentOrders orders={figures?.latest_orders} />
        </BlockBoundary>
      </div>
    </section>
  );
}
