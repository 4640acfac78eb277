import { recordOf } from '@portside/chain/networks/registry';
import type { Data, PeriodFigures } from '@portside/contract';
import { useState, lazy, Suspense } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../lib/format/numbers.ts';
import { listNetworks } from '../../lib/networks/networks.ts';
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

function Tiles({ figures, online }: { figures: PeriodFigures | undefined; online: number | undefined }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const count = (value: number | undefined) => value?.toLocaleString(language);
  const money = (value: string | undefined) =>
    value === undefined ? undefined : formatUsdtBalance(value, language);
  const share = (value: number | null | undefined) =>
    value === undefined ? undefined : value === null ? '–' : percent(value, language);
  return (
    <>
      <StatTile label={t('board.income')} value={money(figures?.income)} />
      <StatTile label={t('board.sales')} value={money(figures?.amount)} />
      <StatTile label={t('board.orders')} value={count(figures?.orders)} />
      <StatTile label={t('board.accounts')} value={count(figures?.accounts)} />
      {listNetworks().map((network) => (
        <StatTile
          key={network}
          label={t('board.deposits', { network: recordOf(network).name })}
          value={figures && (money(depositsOn(figures, network)) ?? money('0'))}
        />
      ))}
      <StatTile label={t('board.newUsers')} value={count(figures?.new_users)} />
      <StatTile label={t('board.online')} value={count(online)} icon={<LiveDot />} />
      <StatTile label={t('board.topUpSuccess')} value={share(figures?.top_up_success)} />
      <StatTile label={t('board.deliverySuccess')} value={share(figures?.delivery_success)} />
    </>
  );
}

const depositsOn = ({ deposits }: PeriodFigures, network: string): string | undefined =>
  deposits.find((one) => one.network === network)?.amount;

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
