import { CompositeChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { Data } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';

/** Net sales as bars and the commission on them as a line, per day. The chart rounds amounts; the list has them exactly. */
export default function AgentChart({ days }: { days: Data<'readOwnAgentMonth'>['days'] }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (
    <CompositeChart
      h={220}
      data={days.map(({ day, net_sales: sales, commission }) => ({
        day: short.format(new Date(day)),
        sales: Number(sales),
        commission: Number(commission),
      }))}
      dataKey="day"
      withLegend
      maxBarWidth={18}
      series={[
        { name: 'sales', label: t('agents.month.sales'), color: 'marine.4', type: 'bar' },
        { name: 'commission', label: t('agents.month.commission'), color: 'signal.5', type: 'line' },
      ]}
      curveType="monotone"
      valueFormatter={(value) => value.toLocaleString(language, { maximumFractionDigits: 2 })}
      yAxisProps={{ width: 64 }}
    />
  );
}
