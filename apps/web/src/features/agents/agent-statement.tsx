import type { CommissionMovement } from '@portside/contract';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { pages } from '../../lib/api/pages.ts';
import { saveDownload } from '../../lib/browser/save-download.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { PagedList, type Column } from '../../ui/data/data-list.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyQuayPicture } from '../../ui/pictures/empty-quay.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { DateTime } from '../../ui/data/date-time.tsx';
import classes from './agent-dashboard.module.css';

/** The agent's own statement, newest first: earned, reversed by a refund, paid out. */
export function AgentStatement() {
  const { t } = useTranslation('service');
  const movements = useInfiniteQuery(pages('listOwnAgentStatement'));
  return (
    <Panel title={t('agents.statement.title')} aside={<StatementFile />}>
      <PagedList
        label={t('agents.statement.title')}
        columns={useColumns()}
        list={movements}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={<EmptyState picture={<EmptyQuayPicture />} text={t('agents.statement.empty')} />}
      />
    </Panel>
  );
}

/** For the agent's books. */
function StatementFile() {
  const { t } = useTranslation('service');
  const save = useThrottledAction(() => saveDownload('exportOwnAgentStatement'));
  return (
    <ThrottledButton
      action={save}
      variant="default"
      size="xs"
      leftSection={<IconFileTypeCsv size={16} aria-hidden />}
    >
      {t('agents.statement.csv')}
    </ThrottledButton>
  );
}

const TONES = { commission: 'good', commissionReversal: 'warn', payout: 'info' } satisfies Record<
  string,
  Tone
>;
const isKnown = (kind: string): kind is keyof typeof TONES => Object.hasOwn(TONES, kind);

function useColumns(): Column<CommissionMovement>[] {
  const { t } = useTranslation('service');
  return [
    {
      key: 'kind',
      title: t('agents.statement.kind'),
      onCard: 'heading',
      render: ({ kind }) =>
        isKnown(kind) ? <StatusBadge tone={TONES[kind]}>{t(`agents.kind.${kind}`)}</StatusBadge> : kind,
    },
    {
      key: 'at',
      title: t('agents.statement.at'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'about',
      title: t('agents.statement.about'),
      onCard: 'wide',
      render: ({ order_no: number, note }) =>
        number ? <code>{number}</code> : note && <span className={classes.note}>{note}</span>,
    },
    {
      key: 'amount',
      title: t('agents.statement.amount'),
      align: 'end',
      render: ({ amount }) => <Money amount={amount} />,
    },
  ];
}
