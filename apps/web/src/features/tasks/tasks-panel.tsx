import { Skeleton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMay } from '../../lib/api/permissions.ts';
import type { AlarmKind, Data, TaskKind } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { formatDateTime, formatRelative, HOUR_MS } from '../../lib/format/times.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { Link } from 'wouter';
import { useWarrantyAnswerHours } from '../../lib/stored/stored-state.ts';
import { DueTime } from '../../ui/data/due-time.tsx';
import { useFindings } from '../../locales/office-wording.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Fold, Panel } from '../../ui/layout/panel.tsx';
import classes from './tasks-panel.module.css';

type Tasks = Data<'readTasks'>;
const REFRESH_MS = 20_000;

/** The page for each kind of task. */
const PLACES: Record<TaskKind, string> = {
  proposals: '/admin/dataBoard#proposals',
  unmatchedDeposits: '/admin/recharge?tab=deposits&state=unmatched',
  heldDeposits: '/admin/recharge?tab=deposits&state=held',
  namedPayments: '/admin/recharge?tab=named&state=open',
  claims: '/admin/order?tab=claims',
  conversations: '/admin/support',
  reports: '/admin/goods?tab=reports',
  failedMails: '/admin/order?delivery=failed&status=processing',
  lowStock: '/admin/goods',
  payouts: '/admin/agent',
  heldLines: '/admin/goods?tab=stock&held=true',
  waitingImports: '/admin/goods?tab=stock&waiting=true',
  deadStock: '/admin/config?tab=checker',
};

/** These need attention soon; all other alarms are urgent. */
const MILD = new Set<AlarmKind>([
  'chainLate',
  'valkeyAway',
  'telegramAway',
  'imagesUsedUp',
  'stockLow',
  'sanctionsRefused',
  'sanctionsOld',
  'notCovered',
  'sharedAddress',
]);

const useTasks = () => useQuery({ ...query('readTasks'), refetchInterval: REFRESH_MS });

/** What waits for a person, with how long it has waited, or may wait yet. */
export function WaitingPanel() {
  const { t } = useTranslation('admin');
  const { data, error, isError, refetch } = useTasks();
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <Panel title={t('tasks.title')}>{data ? <Waiting data={data} /> : <Skeleton height={44} />}</Panel>;
}

/** What is wrong, the most severe first; one line if nothing is. */
export function WrongPanel() {
  const { t } = useTranslation('admin');
  const { data } = useTasks();
  if (!data) return null;
  return (
    <Panel title={t('tasks.wrong')}>
      {data.alarms.length === 0 ? (
        <p className={classes.well}>
          <IconCircleCheck size={20} stroke={1.8} aria-hidden />
          {t('tasks.allWell')}
        </p>
      ) : (
        <Alarms alarms={data.alarms} />
      )}
    </Panel>
  );
}

function Alarms({ alarms }: Pick<Tasks, 'alarms'>) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { pair } = usePunctuation();
  const wordFindings = useFindings();
  return (
    <div role="alert">
      <ul className={classes.alarms}>
        {alarms.map(({ kind, type, findings, since }) => (
          <li
            key={`${kind} ${type} ${since} ${wordFindings(...findings)}`}
            data-mild={MILD.has(kind) || undefined}
          >
            <Fold title={type ? pair(networkName(type), t(`tasks.alarm.${kind}`)) : t(`tasks.alarm.${kind}`)}>
              <span className={classes.quiet}>
                {t('tasks.since', { time: formatDateTime(since, language) })}
              </span>
              {/* Every page already shows proposed addresses. */}
              {findings.length > 0 && kind !== 'addressProposed' && (
                <p className={classes.detail}>{wordFindings(...findings)}</p>
              )}
            </Fold>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Waiting({ data: { tasks } }: { data: Tasks }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const hours = useWarrantyAnswerHours();
  const ending = useEndingStock();
  if (tasks.length + ending === 0) return <p className={classes.nothing}>{t('tasks.nothing')}</p>;
  return (
    <ul className={classes.tasks}>
      {tasks.map(({ kind, count, since }) => (
        <li key={kind}>
          <Link to={PLACES[kind]} className={classes.task}>
            <span className={`${classes.count} figures`}>{count.toLocaleString(language)}</span>
            <span>{t(`tasks.kind.${kind}`)}</span>
            <span className={classes.quiet}>
              {kind === 'claims' ? (
                <DueTime atMs={Date.parse(since) + hours * HOUR_MS} />
              ) : (
                formatRelative(since, language)
              )}
            </span>
          </Link>
        </li>
      ))}
      {ending > 0 && (
        <li>
          <Link to="/admin/goods?tab=stock" className={classes.task}>
            <span className={`${classes.count} figures`}>{ending.toLocaleString(language)}</span>
            <span>{t('tasks.ending')}</span>
            <span className={classes.quiet}>{t('tasks.endingWhen')}</span>
          </Link>
        </li>
      )}
    </ul>
  );
}

/** How many products will be sold out before this time tomorrow, at last week's pace. */
function useEndingStock(): number {
  const may = useMay();
  const { data } = useQuery({
    ...query('listLowStock', { query: { days: '7' } }),
    enabled: may('listLowStock'),
  });
  return (
    data?.items.filter(({ stock, days_left: left }) => stock > 0 && left !== null && left < 1).length ?? 0
  );
}
