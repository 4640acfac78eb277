import { now } from '../../lib/clock.ts';
import { Button } from '@mantine/core';
import type { Statement, TableFormat } from '@portside/contract';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf, dayRange, type Days } from '../../lib/format/days.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { saveDownload } from '../../lib/browser/downloads.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DayRangeField } from '../../ui/fields/day-range-field.tsx';
import { FileMenu } from '../../ui/table/export-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './statement-panel.module.css';

/** The movements of the balance between two days, and all of the buyer's history, as files for their books. */
export default function StatementPanel() {
  const { t } = useTranslation('service');
  const [chosen, setDays] = useState<Days | null>(null);
  // Computed anew until it is changed: the clock is only right once the server has answered.
  const days = chosen ?? thisMonth(now());
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
      {data && /\.\d{3}/.test(data.closing_balance) && <p className={classes.hint}>{t('statement.exact')}</p>}
      <div className={classes.files}>
        <StatementFile period={period} />
        <StatementTable period={period} />
      </div>
      <h3 className={classes.subtitle}>{t('statement.history')}</h3>
      <p className={classes.hint}>{t('statement.historyHint')}</p>
      <div className={classes.files}>
        <HistoryFile name="exportOwnOrders" label={t('statement.orders')} />
        <HistoryFile name="exportOwnRecharges" label={t('statement.topUps')} />
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

type FileProps = { period: ReturnType<typeof periodOf> };

const saveStatement = (period: FileProps['period'], format: 'pdf' | TableFormat) => {
  const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions();
  return saveDownload('readStatement', { query: { ...period!, format, time_zone } });
};

function StatementTable({ period }: FileProps) {
  const { t } = useTranslation('service');
  return (
    <FileMenu
      label={t('statement.table')}
      forms={useForms()}
      onSave={(format) => saveStatement(period, format)}
      isDisabled={period === undefined}
    />
  );
}

function useForms(): Record<TableFormat, string> {
  const { t } = useTranslation('service');
  return { xlsx: t('statement.xlsx'), csv: t('statement.csv') };
}

function StatementFile({ period }: FileProps) {
  const { t } = useTranslation('service');
  const save = useThrottledAction(() => saveStatement(period, 'pdf'));
  return (
    <ThrottledButton
      action={save}
      disabled={period === undefined}
      leftSection={<IconFileTypePdf size={18} />}
    >
      {t('statement.pdf')}
    </ThrottledButton>
  );
}

type HistoryProps = { name: 'exportOwnOrders' | 'exportOwnRecharges'; label: string };

const HistoryFile = ({ name, label }: HistoryProps) => (
  <FileMenu label={label} forms={useForms()} onSave={(format) => saveDownload(name, { query: { format } })} />
);

/** From the first of this month to today, in the reader's time zone. */
export const thisMonth = (now: Date): Days => ({
  from: dayOf(new Date(now.getFullYear(), now.getMonth(), 1)),
  to: dayOf(now),
});

export const lastMonth = (now: Date): Days => ({
  from: dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
  to: dayOf(new Date(now.getFullYear(), now.getMonth(), 0)),
});

const A_MOMENT_MS = 1;

/** The days as a period of the API, which ends before its last moment; undefined where one of them is open. */
export function periodOf(days: Days): { from: string; to: string } | undefined {
  const { from, to } = dayRange(days);
  if (from === undefined || to === undefined) return undefined;
  return { from, to: new Date(Date.parse(to) + A_MOMENT_MS).toISOString() };
}
