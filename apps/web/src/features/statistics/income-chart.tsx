import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { TrendDay } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';

/** Sales and deposits as bars and income as a line, per day. The chart rounds amounts; tables show them exactly. */
export default function IncomeChart({ days }: { days: readonly TrendDay[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const points = days.map(({ day, amount, income, deposited }) => ({
    day: short.format(new Date(day)),
    amount: Number(amount),
    income: Number(income),
    deposited: Number(deposited),
  }));
  return (
    <CompositeChart
      h={280}
      data={points}
      dataKey="day"
      withLegend
      maxBarWidth={18}
      series={[
        { name: 'amount', label: t('board.sales'), color: 'marine.4', type: 'bar' },
        { name: 'deposited', label: t('board.deposited'), color: 'gray.4', type: 'bar' },
        { name: 'income', label: t('board.income'), color: 'signal.5', type: 'line' },
      ]}
      curveType="monotone"
      valueFormatter={(value) => value.toLocaleString(language, { maximumFractionDigits: 0 })}
      yAxisProps={{ width: 64 }}
    />
  );
}
