import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { Link } from '../../lib/router/link.tsx';
import { useLanguage } from '../../locales/use-language.ts';
import { LoadFailure } from '../../ui/messages/load-failure.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import classes from './board-list.module.css';

const SHOWN = 8;
const SOON_DAYS = 3;
const LATER_DAYS = 10;
/** Longer than this is not shown in days. */
const LONG_DAYS = 365;

/** Products that run out first at last week's pace. */
export function LowStock() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { data, error, isError, refetch } = useQuery(query('listLowStock', { query: { days: '7' } }));
  const rows = data?.items.slice(0, SHOWN);
  return (
    <Panel title={t('board.lowStock')}>
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={220} />}
      {rows?.length === 0 && <p className={classes.nothing}>{t('board.nothingOnSale')}</p>}
      <ol className={classes.list}>
        {rows?.map(({ goods, stock, sold_per_day: pace, days_left: left }) => (
          <li key={goods.id}>
            <span className={classes.name}>
              <Anchor component={Link} inherit to={`/admin/goods?tab=stock&goods_id=${goods.id}`}>
                {goods.name}
              </Anchor>
            </span>
            <span className="figures">{t('board.stock', { stock: stock.toLocaleString(language) })}</span>
            <StatusBadge tone={toneOf(stock, left)}>
              {stock === 0
                ? t('board.soldOut')
                : left === null
                  ? t('board.noPace')
                  : left > LONG_DAYS
                    ? t('board.longLeft')
                    : t('board.daysLeft', {
                        count: Math.floor(left),
                        pace: pace.toLocaleString(language, { maximumFractionDigits: 1 }),
                      })}
            </StatusBadge>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function toneOf(stock: number, daysLeft: number | null) {
  if (stock === 0 || (daysLeft !== null && daysLeft < SOON_DAYS)) return 'bad';
  return daysLeft !== null && daysLeft < LATER_DAYS ? 'warn' : 'good';
}
