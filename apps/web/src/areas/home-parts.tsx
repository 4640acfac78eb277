import { formatUsdtBalance } from '../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../locales/use-translation.ts';
import classes from './home-parts.module.css';
import { lazy, type ComponentProps, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { allGoods } from '../features/goods/goods-facts.ts';
import { itemsOf } from '../lib/api/query.ts';
import { AfterContent } from '../ui/messages/block-boundary.tsx';
import { withTexts } from '../locales/language.ts';
import { useRetentionDays } from '../features/settings/use-web-config.ts';
import { ChoosePicture, ReceivePicture, TopUpPicture } from '../ui/pictures/steps.tsx';

/** Shown until the user is known; `start.js` fills it in on a prerendered page. */
const NOTHING_YET = '\u00a0';

/** The balance as the home pages show it, on their dark area. In USDT; null while it is not known. */
export function HomeBalance({ balance }: { balance: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <span className={classes.label}>{t('shell.balance')}</span>
      <span className={`${classes.balance} figures`} data-testid="balance">
        <span data-kept="balance">
          {balance === null ? NOTHING_YET : formatUsdtBalance(balance, language)}
        </span>
        <small> USDT</small>
      </span>
    </>
  );
}

/** Names of the products on sale, which the home pages list too. */
export function useGoodsName(): (id: string) => string | undefined {
  const { data } = useQuery({ ...allGoods(), select: itemsOf });
  return (id) => data?.find((one) => one.id === id)?.name;
}

const HomeOverview = lazy(withTexts(['orders', 'recharges'], () => import('./home-overview.tsx')));

/** What waits for a buyer, once their home page shows its products; `before` in its place until then. */
export const LaterOverview = (props: ComponentProps<typeof HomeOverview>) => (
  <AfterContent before={props.before}>
    <HomeOverview {...props} />
  </AfterContent>
);

/** How buying works, on both home pages. */
export function Steps() {
  const { t } = useTranslation();
  const days = useRetentionDays();
  return (
    <ol className={classes.steps}>
      <Step
        picture={<TopUpPicture />}
        title={t('home.steps.topUp.title')}
        text={t('home.steps.topUp.text')}
      />
      <Step
        picture={<ChoosePicture />}
        title={t('home.steps.choose.title')}
        text={t('home.steps.choose.text')}
      />
      <Step
        picture={<ReceivePicture />}
        title={t('home.steps.receive.title')}
        text={t('home.steps.receive.text', { days, count: days })}
      />
    </ol>
  );
}

const Step = ({ picture, title, text }: { picture: ReactNode; title: string; text: string }) => (
  <li className={classes.step}>
    {picture}
    <div>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>{text}</p>
    </div>
  </li>
);
