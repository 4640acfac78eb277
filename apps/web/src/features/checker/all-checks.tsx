import { Anchor, Box } from '@mantine/core';
import { CHECK_FIGURES, type CheckedAccount, type CheckResult } from '@portside/contract';
import { Link } from 'wouter';
import { usePage } from '../../lib/api/query.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { DateTime } from '../../ui/data/money.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { tableQuery, useTableAddress, type TableControls } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';

const FILTERS = ['figure'] as const;

/** What a figure of the last 24 hours counts; nothing until one is chosen. */
export function ChecksOfFigure() {
  const controls = useTableAddress(FILTERS);
  const figure = CHECK_FIGURES.find((one) => one === controls.address.filters.figure);
  return (
    figure && (
      <Box mb="xl">
        <Checks controls={controls} figure={figure} />
      </Box>
    )
  );
}

type ChecksProps = { controls: TableControls<'figure'>; figure: (typeof CHECK_FIGURES)[number] };

function Checks({ controls, figure }: ChecksProps) {
  const { t } = useTranslation('admin');
  const query = { ...tableQuery(controls.address), figure };
  const checks = usePage('listChecks', { query });
  return (
    <ListTable<CheckedAccount>
      name="checks"
      label={t('checker.checks.title')}
      columns={useColumns()}
      controls={controls}
      list={checks}
      exportOf="exportChecks"
      onExport={(format) => downloadTable('exportChecks', query, 'checks', format)}
      rowKey={({ item_id: id, attempted_at: at }) => `${id} ${at}`}
    >
      <ChoiceFilter
        controls={controls}
        name="figure"
        label={t('checker.checks.field.result')}
        options={CHECK_FIGURES.map((value) => ({ value, label: t(`checker.figure.${value}`) }))}
      />
    </ListTable>
  );
}

const TONES: Record<CheckResult, Tone> = { good: 'good', dead: 'bad', unknown: 'neutral' };

function useColumns(): TableColumn<CheckedAccount>[] {
  const { t } = useTranslation('admin');
  return [
    {
      key: 'at',
      title: t('checker.checks.field.at'),
      render: ({ attempted_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'goods',
      title: t('checker.checks.field.goods'),
      render: ({ goods }) => goods.name,
    },
    { key: 'for', title: t('checker.checks.field.for'), render: (check) => <CheckedFor check={check} /> },
    {
      key: 'result',
      title: t('checker.checks.field.result'),
      render: ({ result, failure }) => (
        <>
          <StatusBadge tone={TONES[result]}>{t(`checker.result.${result}`)}</StatusBadge>{' '}
          {failure && t(`checker.failure.${failure}`)}
        </>
      ),
    },
    {
      key: 'remedied',
      title: t('checker.checks.field.remedied'),
      render: ({ remedied_at: at }) => (at === null ? '–' : <DateTime at={at} />),
    },
  ];
}

/** The import, the order of the claim, or the stock of the product. */
function CheckedFor({
  check: { kind, goods, batch_id: batchId, order_no: orderNo },
}: {
  check: CheckedAccount;
}) {
  const { t } = useTranslation('admin');
  const to =
    kind === 'import'
      ? `/admin/goods?tab=stock&open=${batchId}`
      : kind === 'claim'
        ? `/admin/order?open=${orderNo}`
        : `/admin/goods?tab=stock&goods_id=${goods.id}`;
  return (
    <Anchor component={Link} inherit to={to}>
      {t(`checker.checks.${kind}`, { id: batchId, order: `…${orderNo?.slice(-8)}` })}
    </Anchor>
  );
}
