import type { MovementDetails } from '@portside/contract';
import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TextKey } from '../../../locales/text-key.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { pages } from '../../../lib/api/pages.ts';
import { downloadFile } from '../../../lib/browser/downloads.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useLanguage } from '../../../locales/use-language.ts';
import { PagedList, type Column } from '../../../ui/data/data-list.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { ExportButton } from '../../../ui/table/export-button.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import classes from './user-sheet.module.css';

/** A user's balance history, newest first. */
export function BalanceMovements({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const movements = useInfiniteQuery(pages('listMovements', { params: { id } }));
  const save = () => downloadFile('exportMovements', { params: { id } }, `movements-${id}.csv`);
  const columns = useColumns();
  return (
    <section>
      <div className={classes.bar}>
        <h3 className={classes.heading}>{t('users.ledger.title')}</h3>
        <ExportButton of="exportMovements" onExport={save} />
      </div>
      {movements.isError && !movements.data ? (
        <LoadFailure error={movements.error} onRetry={() => void movements.refetch()} />
      ) : (
        <PagedList
          label={t('users.ledger.title')}
          columns={columns}
          list={movements}
          rowKey={({ id: one }) => one}
          empty={<p className={classes.quiet}>{t('users.ledger.empty')}</p>}
        />
      )}
    </section>
  );
}

function useColumns(): Column<MovementDetails>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    { key: 'at', title: t('users.ledger.at'), render: ({ created_at: at }) => formatDateTime(at, language) },
    {
      key: 'kind',
      title: t('users.ledger.kind'),
      render: ({ kind }) => t(`users.ledger.of.${kind}` as TextKey<'admin'>, { defaultValue: kind }),
    },
    {
      key: 'about',
      title: t('users.ledger.about'),
      onCard: 'wide',
      render: ({ order_no: number, decision }) => (
        <>
          {number && (
            <Anchor component={Link} to={`/admin/order?open=${number}`} size="sm">
              <code>{number}</code>
            </Anchor>
          )}
          {decision && <DecisionWords decision={decision} />}
        </>
      ),
    },
    {
      key: 'amount',
      title: t('users.ledger.amount'),
      align: 'end',
      render: ({ amount }) => <Money amount={amount} hasUnit={false} />,
    },
  ];
}

/** No approver where the shop has only one admin. */
function DecisionWords({ decision }: { decision: NonNullable<MovementDetails['decision']> }) {
  const { t } = useTranslation('admin');
  const { proposed_by: proposer, approved_by: approver, reason } = decision;
  return (
    <span className={classes.decision}>
      {approver === null
        ? t('users.ledger.byOne', { proposer: proposer ?? '–' })
        : t('users.ledger.byTwo', { proposer: proposer ?? '–', approver })}
      <span>{reason}</span>
    </span>
  );
}
