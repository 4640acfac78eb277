import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { usePage } from '../../lib/api/use-page.ts';
import { LoadFailure } from '../../ui/messages/load-failure.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';

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
