import { Skeleton } from '@mantine/core';
import type { AlarmKind, Data, TaskKind } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { formatDateTime, formatRelative } from '../../lib/format/times.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { Link } from 'wouter';
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
  claims: '/admin/order?tab=claims',
  conversations: '/admin/support',
  reports: '/admin/goods?tab=reports',
  failedMails: '/admin/order?status=processing',
};

/** These need attention soon; all other alarms are urgent. */
const MILD = new Set<AlarmKind>([
  'chainLate',
  'valkeyAway',
  'imagesUsedUp',
  'sanctionsRefused',
  'sanctionsOld',
  'notCovered',
]);

/** Alarms first, then open tasks. */
export function TasksPanel() {
  const { t } = useTranslation('admin');
  const { data, error, isError, refetch } = useQuery({ ...query('readTasks'), refetchInterval: REFRESH_MS });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <Panel title={t('tasks.title')}>{data ? <Waiting data={data} /> : <Skeleton height={44} />}</Panel>;
}

function Waiting({ data: { alarms, tasks } }: { data: Tasks }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { pair } = usePunctuation();
  const wordFindings = useFindings();
  if (alarms.length + tasks.length === 0) return <p className={classes.nothing}>{t('tasks.nothing')}</p>;
  return (
    <>
      {alarms.length > 0 && (
        <div role="alert">
          <ul className={classes.alarms}>
            {alarms.map(({ kind, type, findings, since }) => (
              <li
                key={`${kind} ${type} ${since} ${wordFindings(...findings)}`}
                data-mild={MILD.has(kind) || undefined}
              >
                <Fold
                  title={type ? pair(networkName(type), t(`tasks.alarm.${kind}`)) : t(`tasks.alarm.${kind}`)}
                >
                  <span className={classes.quiet}>
                    {t('tasks.since', { time: formatDateTime(since, language) })}
                  </span>
                  {/* Every page already shows a proposed address. */}
                  {findings.length > 0 && kind !== 'addressProposed' && (
                    <p className={classes.detail}>{wordFindings(...findings)}</p>
                  )}
                </Fold>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className={classes.tasks}>
        {tasks.map(({ kind, count, since }) => (
          <li key={kind}>
            <Link to={PLACES[kind]} className={classes.task}>
              <span className={`${classes.count} figures`}>{count.toLocaleString(language)}</span>
              <span>{t(`tasks.kind.${kind}`)}</span>
              <span className={classes.quiet}>{formatRelative(since, language)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
