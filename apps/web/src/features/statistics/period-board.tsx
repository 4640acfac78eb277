import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import type { Data, PeriodFigures } from '@portside/contract';
import { useState, lazy, Suspense } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../lib/format/numbers.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { LiveDot, StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import classes from './statistics.module.css';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { Skeleton } from '@mantine/core';
import { usePage } from '../../lib/api/query.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

type Dashboard = Data<'readDashboard'>;
const PERIODS = ['today', 'last_7_days', 'last_30_days'] as const;

/** Figures of today, a week or a month. Tiles keep their size while loading. */
export function PeriodBoard({ figures }: { figures: Dashboard | undefined }) {
  const { t } = useTranslation('admin');
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('today');
  return (
    <section className={classes.board}>
      <ChoiceRow
        value={period}
        onChange={setPeriod}
        data={PERIODS.map((value) => ({ value, label: t(`board.period.${value}`) }))}
      />
      <div className={classes.tiles}>
        <Tiles figures={figures?.[period]} online={figures?.online_users} />
      </div>
    </section>
  );
}

/** What was earned today, against the same day last week up to the same time. */
export function EarnedPanel({ figures }: { figures: Dashboard | undefined }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  if (!figures) return <Panel title={t('board.earned')}>{<Skeleton height={84} />}</Panel>;
  const { today, last_week_so_far: before } = figures;
  const [now, then] = [Number(today.amount), Number(before.amount)];
  const change = then === 0 ? null : (now - then) / then;
  return (
    <Panel title={t('board.earned')}>
      <p className={classes.earned}>
        <strong className="figures">{formatUsdtBalance(today.income, language)}</strong> USDT
      </p>
      <p className={classes.compared}>
        {t('board.soldToday', { amount: formatUsdtBalance(today.amount, language) })}{' '}
        {change !== null && (
          <span data-down={change < 0 || undefined} className={`${classes.change} figures`}>
            {change.toLocaleString(language, {
              style: 'percent',
              maximumFractionDigits: 0,
              signDisplay: 'exceptZero',
            })}
          </span>
        )}
      </p>
      <p className={classes.compared}>
        {t('board.lastWeek', {
          amount: formatUsdtBalance(before.amount, language),
          orders: before.orders.toLocaleString(language),
        })}
      </p>
    </Panel>
  );
}

function Tiles({ figures, online }: { figures: PeriodFigures | undefined; online: number | undefined }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const count = (value: number | undefined) => value?.toLocaleString(language);
  const money = (value: string | undefined) =>
    value === undefined ? undefined : formatUsdtBalance(value, language);
  const before = figures?.before;
  const days = figures && `from=${figures.from}&to=${figures.to}`;
  const to = (list: string) => days && `/admin/${list}?${days}`;
  const compared = (value: string | undefined) => value !== undefined && t('sales.before', { value });
  const share = (value: number | null | undefined) =>
    value === undefined ? undefined : value === null ? '–' : percent(value, language);
  const explained = (name: 'income' | 'sales' | 'topUpSuccess' | 'deliverySuccess') => ({
    label: t(`board.${name}`),
    hint: t(`board.hint.${name}`),
  });
  return (
    <>
      <StatTile {...explained('income')} value={money(figures?.income)} unit="USDT" to={to('sales')}>
        {compared(money(before?.income))}
      </StatTile>
      <StatTile {...explained('sales')} value={money(figures?.amount)} unit="USDT" to={to('sales')}>
        {compared(money(before?.amount))}
      </StatTile>
      <StatTile label={t('board.orders')} value={count(figures?.orders)} to={to('order')}>
        {compared(count(before?.orders))}
      </StatTile>
      <StatTile label={t('board.accounts')} value={count(figures?.accounts)} to={to('order')}>
        {compared(count(before?.accounts))}
      </StatTile>
      <StatTile
        label={t('board.deposited')}
        hint={t('board.hint.deposits')}
        value={figures && money(sumOf(figures))}
        unit="USDT"
        to={days && `/admin/recharge?tab=deposits&with_dust=true&${days}`}
      >
        {figures && (
          <>
            <Networks figures={figures} /> {compared(money(before?.deposited))}
          </>
        )}
      </StatTile>
      <StatTile label={t('board.newUsers')} value={count(figures?.new_users)} to={to('user')}>
        {compared(count(before?.new_users))}
      </StatTile>
      <StatTile label={t('board.online')} value={count(online)} icon={<LiveDot />} />
      <StatTile
        {...explained('topUpSuccess')}
        value={share(figures?.top_up_success)}
        to={days && `/admin/recharge?status=failed&${days}`}
      />
      <StatTile
        {...explained('deliverySuccess')}
        value={share(figures?.delivery_success)}
        to={days && `/admin/order?delivery=failed&${days}`}
      />
    </>
  );
}

const sumOf = ({ deposits }: PeriodFigures): string =>
  formatMicro(deposits.reduce((sum, { amount }) => sum + parseMicro(amount), 0n));

/** Those on which anything was deposited. */
function Networks({ figures: { deposits } }: { figures: PeriodFigures }) {
  const language = useLanguage();
  const { list } = usePunctuation();
  const paid = deposits.filter(({ amount }) => parseMicro(amount) > 0n);
  return list(
    paid.map(({ network, amount }) => `${networkName(network)} ${formatUsdtBalance(amount, language)}`),
  );
}

const percent = (value: number, language: string): string =>
  value.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });

/** The chart library is larger than the rest of the page, so it loads lazily. */
const IncomeChart = lazy(() => import('./income-chart.tsx'));

const SPANS = ['30', '90', '365'] as const;

const HEIGHT_PX = 280;

/** Sales, deposits and income per day. */
export function IncomeTrend() {
  const { t } = useTranslation('admin');
  const [days, setDays] = useState<string>(SPANS[0]);
  const trend = usePage('readIncomeTrend', { query: { days } });
  const waiting = <Skeleton height={HEIGHT_PX} />;
  return (
    <Panel
      title={t('board.trend')}
      aside={
        <ChoiceRow
          size="xs"
          value={days}
          onChange={setDays}
          data={SPANS.map((value) => ({ value, label: t('board.days', { count: Number(value) }) }))}
        />
      }
    >
      {trend.isError && !trend.data ? (
        <LoadFailure error={trend.error} onRetry={() => void trend.refetch()} />
      ) : (
        <Suspense fallback={waiting}>
          {trend.data ? <IncomeChart days={trend.data.days} /> : waiting}
        </Suspense>
      )}
    </Panel>
  );
}
