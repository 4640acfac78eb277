import { now } from '../../lib/clock.ts';
import { Button } from '@mantine/core';
import type { Statement } from '@portside/contract';
import { IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { saveDownload } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DayRangeField } from '../../ui/fields/day-range-field.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { lastMonth, periodOf, thisMonth } from './period.ts';
import classes from './statement-panel.module.css';

/** The movements of the balance between two days, and all of the buyer's history, as files for their books. */
export default function StatementPanel() {
  const { t } = useTranslation('service');
  const [days, setDays] = useState(() => thisMonth(now()));
  const period = periodOf(days);
  const { data } = useQuery({
    ...query('readStatement', { query: period ?? { from: '', to: '' } }),
    enabled: period !== undefined,
  });
  return (
    <Panel title={t('statement.title')}>
      <p className={classes.lede}>{t('statement.lede')}</p>
      <div className={classes.period}>
        <DayRangeField {...days} onChange={(from, to) => setDays({ from, to })} />
        <div className={classes.months}>
          <Button variant="default" size="xs" onClick={() => setDays(thisMonth(now()))}>
            {t('statement.thisMonth')}
          </Button>
          <Button variant="default" size="xs" onClick={() => setDays(lastMonth(now()))}>
            {t('statement.lastMonth')}
          </Button>
        </div>
      </div>
      <Sums statement={period && data} />
      <div className={classes.files}>
        <StatementFile format="pdf" period={period} />
        <StatementFile format="csv" period={period} />
      </div>
      <h3 className={classes.subtitle}>{t('statement.history')}</h3>
      <p className={classes.hint}>{t('statement.historyHint')}</p>
      <div className={classes.files}>
        <HistoryFile name="exportOwnOrders">{t('statement.orders')}</HistoryFile>
        <HistoryFile name="exportOwnRecharges">{t('statement.topUps')}</HistoryFile>
      </div>
    </Panel>
  );
}

function Sums({ statement }: { statement: Statement | undefined }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const show = (amount: string | undefined) => (amount === undefined ? '–' : formatUsdt(amount, language));
  return (
    <dl className={`${classes.sums} figures`} data-testid="statement">
      <dt>{t('statement.opening')}</dt>
      <dd>{show(statement?.opening_balance)}</dd>
      <dt>{t('statement.credited')}</dt>
      <dd>{show(statement?.credited)}</dd>
      <dt>{t('statement.debited')}</dt>
      <dd>{show(statement?.debited)}</dd>
      <dt>{t('statement.closing')}</dt>
      <dd>
        <strong>{show(statement?.closing_balance)}</strong>
      </dd>
    </dl>
  );
}

type FileProps = { format: 'pdf' | 'csv'; period: ReturnType<typeof periodOf> };

function StatementFile({ format, period }: FileProps) {
  const { t } = useTranslation('service');
  const save = useThrottledAction(async () => {
    const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions();
    await saveDownload('readStatement', { query: { ...period!, format, time_zone } });
  });
  const Icon = format === 'pdf' ? IconFileTypePdf : IconFileTypeCsv;
  return (
    <ThrottledButton
      action={save}
      variant={format === 'pdf' ? 'filled' : 'default'}
      disabled={period === undefined}
      leftSection={<Icon size={18} />}
    >
      {t(`statement.${format}`)}
    </ThrottledButton>
  );
}

type HistoryProps = { name: 'exportOwnOrders' | 'exportOwnRecharges'; children: React.ReactNode };

function HistoryFile({ name, children }: HistoryProps) {
  const save = useThrottledAction(() => saveDownload(name));
  return (
    <ThrottledButton action={save} variant="default" leftSection={<IconFileTypeCsv size={18} />}>
      {children}
    </ThrottledButton>
  );
}
