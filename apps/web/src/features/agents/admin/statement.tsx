import type { CommissionMovement } from '@portside/contract';
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
import classes from './agent-sheet.module.css';

/** An agent's statement: commission earned, reversed and paid out, newest first. */
export function Statement({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const movements = useInfiniteQuery(pages('listAgentStatement', { params: { id } }));
  const save = () => downloadFile('exportAgentStatement', { params: { id } }, `agent-${id}.csv`);
  const columns = useColumns();
  return (
    <section>
      <div className={classes.bar}>
        <h3 className={classes.heading}>{t('agents.statement.title')}</h3>
        <ExportButton of="exportAgentStatement" onExport={save} />
      </div>
      {movements.isError && !movements.data ? (
        <LoadFailure error={movements.error} onRetry={() => void movements.refetch()} />
      ) : (
        <PagedList
          label={t('agents.statement.title')}
          columns={columns}
          list={movements}
          rowKey={({ id: one }) => one}
          empty={<p className={classes.quiet}>{t('agents.statement.empty')}</p>}
        />
      )}
    </section>
  );
}

function useColumns(): Column<CommissionMovement>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return [
    {
      key: 'at',
      title: t('agents.statement.at'),
      render: ({ created_at: at }) => formatDateTime(at, language),
    },
    {
      key: 'kind',
      title: t('agents.statement.kind'),
      render: ({ kind }) => t(`agents.statement.${kind}` as TextKey<'admin'>, { defaultValue: kind }),
    },
    {
      key: 'about',
      title: t('agents.statement.about'),
      onCard: 'wide',
      render: ({ order_no: number, note }) =>
        number ? (
          <Anchor component={Link} to={`/admin/order?open=${number}`} size="sm">
            <code>{number}</code>
          </Anchor>
        ) : (
          note && <span className={classes.note}>{note}</span>
        ),
    },
    {
      key: 'amount',
      title: t('agents.statement.amount'),
      align: 'end',
      render: ({ amount }) => <Money amount={amount} hasUnit={false} />,
    },
  ];
}
