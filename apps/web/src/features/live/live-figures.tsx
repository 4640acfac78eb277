import type { LiveFigures } from '@portside/contract';
import { Skeleton } from '@mantine/core';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatClock, formatRelative } from '../../lib/format/times.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';
import { useIsSandbox } from '../../lib/stored/stored-state.ts';
import { LiveDot, StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import classes from './live-figures.module.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';

const LINES = 6;
const TICK_MS = 30_000;

type Orders = LiveFigures['latest_orders'];

/**
 * The newest orders: masked number and time; how long ago shows on hover. As many lines as there are orders, at most
 * six.
 */
export function RecentOrders({ orders }: { orders: Orders | undefined }) {
  const { t } = useTranslation();
  const isSandbox = useIsSandbox();
  return (
    <section className={classes.board}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t('home.board.title')}</h2>
        <span className={classes.live}>
          <LiveDot />
          {t('home.board.live')}
        </span>
      </header>
      <div className={classes.columns} aria-hidden>
        <span>{t('home.board.order')}</span>
        <span>{t('home.board.time')}</span>
      </div>
      <div className={classes.body}>
        <Lines orders={orders} />
      </div>
      <p className={classes.note}>{t(isSandbox ? 'home.figures.sandboxNote' : 'home.figures.note')}</p>
    </section>
  );
}

function Lines({ orders }: { orders: Orders | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(TICK_MS);
  if (!orders)
    return Array.from({ length: LINES }, (_, line) => (
      <div key={line} className={classes.line}>
        <Skeleton height={10} className={classes.skeleton} />
      </div>
    ));
  if (orders.length === 0) return <p className={classes.empty}>{t('home.board.empty')}</p>;
  return (
    <ol className={classes.lines}>
      {orders.slice(0, LINES).map(({ order_no, created_at }) => (
        <li key={`${order_no}${created_at}`} className={classes.line}>
          <span className={classes.number}>{order_no}</span>
          <time
            dateTime={created_at}
            title={formatRelative(created_at, language, nowMs, 'short')}
            className={`${classes.time} figures`}
          >
            {formatClock(created_at, language)}
          </time>
        </li>
      ))}
    </ol>
  );
}

/** Visitors online and accounts sold today. */
export function ShopFigures({ figures }: { figures: LiveFigures | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const show = (count: number | undefined) => count?.toLocaleString(language);
  return (
    <>
      <StatTile label={t('home.figures.online')} value={show(figures?.online_users)} icon={<LiveDot />} />
      <StatTile label={t('home.figures.sold')} value={show(figures?.accounts_sold_today)} />
    </>
  );
}

/** The shop's live figures: loaded once, then updated by the stream. undefined while loading. */
export function useLiveFigures(): LiveFigures | undefined {
  const client = useQueryClient();
  const figures = query('readLiveFigures');
  useLiveEvent('figures', (event) => client.setQueryData(figures.queryKey, event));
  return useQuery(figures).data;
}
