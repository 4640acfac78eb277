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

type BoardProps = {
  orders: Orders | undefined;
  /** Undefined for a product that is not on sale any more. */
  nameOf: (goodsId: string) => string | undefined;
};

/**
 * The newest orders: what was bought, and how long ago; the time shows on hover. As many lines as there are orders, at
 * most six.
 */
export function RecentOrders({ orders, nameOf }: BoardProps) {
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
        <Lines orders={orders} nameOf={nameOf} />
      </div>
      <p className={classes.note}>{t(isSandbox ? 'home.figures.sandboxNote' : 'home.figures.note')}</p>
    </section>
  );
}

function Lines({ orders, nameOf }: BoardProps) {
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
      {orders.slice(0, LINES).map(({ order_no, goods_id: id, quantity, created_at }) => (
        <li key={`${order_no}${created_at}`} className={classes.line}>
          <span className={classes.bought} translate="no">
            <span className="figures">{quantity.toLocaleString(language)} ×</span> {nameOf(id) ?? order_no}
          </span>
          <time
            dateTime={created_at}
            title={formatClock(created_at, language)}
            className={`${classes.time} figures`}
          >
            {formatRelative(created_at, language, nowMs, 'short')}
          </time>
        </li>
      ))}
    </ol>
  );
}

/** Fewer say nothing good about a shop. */
const LEAST_ONLINE = 5;

/** Accounts sold today, and how many visitors are online. */
export function ShopFigures({ figures }: { figures: LiveFigures | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const show = (count: number | undefined) => count?.toLocaleString(language);
  return (
    <>
      <StatTile label={t('home.figures.sold')} value={show(figures?.accounts_sold_today)} />
      {figures && figures.online_users >= LEAST_ONLINE && (
        <StatTile label={t('home.figures.online')} value={show(figures.online_users)} icon={<LiveDot />} />
      )}
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
