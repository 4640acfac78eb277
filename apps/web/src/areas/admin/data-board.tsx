import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { PendingProposals } from '../../features/approvals/pending-proposals.tsx';
import { SetupChecklist } from '../../features/setup/setup-checklist.tsx';
import { BestSellers, LowStock, MailHealth } from '../../features/statistics/board-lists.tsx';
import { EarnedPanel, IncomeTrend, PeriodBoard } from '../../features/statistics/period-board.tsx';
import { WaitingPanel, WrongPanel } from '../../features/tasks/tasks-panel.tsx';
import { TreasuryPanel } from '../../features/treasury/treasury-panel.tsx';
import { query } from '../../lib/api/query.ts';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import classes from './layout.module.css';

const REFRESH_MS = 30_000;

export function Page() {
  const { t } = useTranslation('admin');
  const dashboard = useQuery({ ...query('readDashboard'), refetchInterval: REFRESH_MS });
  const zone = dashboard.data?.time_zone;
  return (
    <>
      <PageHeader
        title={t('board.title')}
        lede={
          zone && (
            <>
              {t('board.zone', { zone })}{' '}
              <Anchor component={Link} inherit underline="always" to="/admin/config?tab=shop">
                {t('board.changeZone')}
              </Anchor>
            </>
          )
        }
      />
      <div className={classes.board}>
        <div className={classes.desk}>
          <WaitingPanel />
          <div className={classes.stack}>
            <WrongPanel />
            <EarnedPanel figures={dashboard.data} />
          </div>
        </div>
        <SetupChecklist />
        {dashboard.isError && !dashboard.data ? (
          <LoadFailure error={dashboard.error} onRetry={() => void dashboard.refetch()} />
        ) : (
          <PeriodBoard figures={dashboard.data} />
        )}
        <IncomeTrend />
        <PendingProposals />
        <TreasuryPanel>
          <MailHealth />
        </TreasuryPanel>
        <div className={classes.pair}>
          <BestSellers />
          <LowStock />
        </div>
      </div>
    </>
  );
}
