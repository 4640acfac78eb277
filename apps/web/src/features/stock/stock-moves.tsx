import type { AdminGoods, AgeingRule, AgeingStock, StockMove } from '@portside/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { itemsOf, pages, query, queryKey } from '../../lib/api/query.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { Count, DateTime } from '../../ui/data/money.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import { TargetField, useUndoMove } from './move-form.tsx';
import classes from './stock.module.css';
import { Anchor, Button, Select, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../lib/api/call.ts';
import { useMay } from '../../lib/api/permissions.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDate } from '../../lib/format/times.ts';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { WholeField } from '../../ui/fields/whole-field.tsx';

const WIDTH_PX = 860;

type GoodsProps = { goods: readonly AdminGoods[] };
type Props = GoodsProps & { onClose: () => void };

/** Moves of unsold accounts between products, by age and by hand. */
export function StockMoves({ goods, onClose }: Props) {
  const { t } = useTranslation('admin');
  return (
    <Sheet title={t('stock.move.title')} side="end" size={WIDTH_PX} onClose={onClose}>
      <AgeingRules goods={goods} />
      <section>
        <h3 className={classes.heading}>{t('stock.move.list')}</h3>
        <MoveList goods={goods} />
      </section>
    </Sheet>
  );
}

/** Past moves, newest first; each can be undone as far as its accounts are unsold. */
function MoveList({ goods }: GoodsProps) {
  const { t } = useTranslation('admin');
  const moves = useInfiniteQuery(pages('listStockMoves'));
  const columns: Column<StockMove>[] = [
    {
      key: 'created_at',
      title: t('stock.move.field.at'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'goods',
      title: t('stock.move.field.products'),
      onCard: 'heading',
      render: (move) => `${nameIn(goods, move.goods_id)} → ${nameIn(goods, move.to_goods_id)}`,
    },
    {
      key: 'accounts',
      title: t('stock.move.field.accounts'),
      align: 'end',
      render: ({ accounts }) => <Count value={accounts} />,
    },
    {
      key: 'unsold',
      title: t('stock.move.field.unsold'),
      align: 'end',
      render: ({ unsold }) => <Count value={unsold} />,
    },
    {
      key: 'username',
      title: t('stock.move.field.by'),
      render: ({ username }) => username ?? t('stock.move.byAge'),
    },
    {
      key: 'undo',
      title: t('bulk.undo.do'),
      isTitleHidden: true,
      onCard: 'wide',
      render: (move) => <UndoMove move={move} />,
    },
  ];
  if (moves.isError && !moves.data)
    return <LoadFailure error={moves.error} onRetry={() => void moves.refetch()} />;
  return (
    <DataList
      label={t('stock.move.list')}
      columns={columns}
      rows={moves.data?.pages.flatMap(({ items }) => items)}
      rowKey={({ id }) => id}
      empty={<EmptyState text={t('stock.move.empty')} />}
      onMore={moves.hasNextPage ? () => void moves.fetchNextPage() : undefined}
      isLoadingMore={moves.isFetchingNextPage}
    />
  );
}

function UndoMove({ move }: { move: StockMove }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const undo = useUndoMove();
  if (move.moved_back !== null)
    return <>{t('stock.move.undone', { number: move.moved_back.toLocaleString(language) })}</>;
  if (move.unsold === 0) return null;
  return (
    <Allowed to="undoStockMove">
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        confirmColor="marine"
        question={t('stock.move.askUndo', { number: move.unsold.toLocaleString(language) })}
        onConfirm={() => undo(move.id)}
      >
        {t('bulk.undo.do')}
      </ConfirmButton>
    </Allowed>
  );
}

const nameIn = (goods: readonly AdminGoods[], id: string): string =>
  goods.find((one) => one.id === id)?.name ?? id;

/** At how many days unsold accounts become another product's, and what that moves next. */
function AgeingRules({ goods }: GoodsProps) {
  const { t } = useTranslation('admin');
  const rules = useQuery({ ...query('listAgeingRules'), select: itemsOf });
  const [isAdding, setIsAdding] = useState(false);
  if (rules.isError && !rules.data)
    return <LoadFailure error={rules.error} onRetry={() => void rules.refetch()} />;
  return (
    <>
      <h3 className={classes.heading}>{t('stock.ageing.title')}</h3>
      <p className={classes.quiet}>{t('stock.ageing.lede')}</p>
      <ul className={classes.items}>
        {rules.data?.map((rule) => (
          <li key={rule.goods_id}>
            <RuleRow rule={rule} goods={goods} />
          </li>
        ))}
      </ul>
      <Allowed to="setAgeingRule">
        {isAdding && rules.data ? (
          <NewRule goods={goods} rules={rules.data} onDone={() => setIsAdding(false)} />
        ) : (
          <div className={classes.buttons}>
            <Button variant="light" size="compact-sm" mt="sm" onClick={() => setIsAdding(true)}>
              {t('stock.ageing.add')}
            </Button>
          </div>
        )}
      </Allowed>
      {rules.data && rules.data.length > 0 && <AgeingList goods={goods} />}
    </>
  );
}

function useRulesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listAgeingRules', 'listAgeingStock'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}

function RuleRow({ rule, goods }: GoodsProps & { rule: AgeingRule }) {
  const { t } = useTranslation('admin');
  const may = useMay();
  const changed = useRulesChanged();
  const { goods_id, to_goods_id, days, is_on: isOn } = rule;
  const names = { name: nameIn(goods, goods_id), other: nameIn(goods, to_goods_id) };
  const turn = useThrottledAction(async (is_on: boolean) => {
    await call('setAgeingRule', { params: { goods_id }, body: { to_goods_id, days, is_on } });
    await changed();
  });
  return (
    <div className={classes.item}>
      <Switch
        checked={isOn}
        disabled={!may('setAgeingRule') || turn.isRunning}
        label={t('stock.ageing.rule', { ...names, count: days })}
        onChange={({ currentTarget }) => void turn.run(currentTarget.checked)}
      />
      <Allowed to="deleteAgeingRule">
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          color="red"
          question={t('stock.ageing.askDelete', names)}
          onConfirm={async () => {
            await call('deleteAgeingRule', { params: { goods_id } });
            await changed();
          }}
        >
          {t('stock.suppliers.delete')}
        </ConfirmButton>
      </Allowed>
    </div>
  );
}

/** Whether rules move accounts of a product into another one: a rule back would never end, and is refused. */
function leadsTo(rules: readonly AgeingRule[], from: string, to: string): boolean {
  const next = rules.find((rule) => rule.goods_id === from)?.to_goods_id;
  return next !== undefined && (next === to || leadsTo(rules, next, to));
}

type NewRuleProps = GoodsProps & { rules: readonly AgeingRule[]; onDone: () => void };

/** A product has one rule at most: those that have one are changed in the list. */
function NewRule({ goods, rules, onDone }: NewRuleProps) {
  const { t } = useTranslation('admin');
  const changed = useRulesChanged();
  const [source, setSource] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const [days, setDays] = useState<number | ''>(30);
  const product = goods.find(({ id }) => id === source);
  const isReady = product !== undefined && target !== null && Number(days) > 0;
  const save = useThrottledAction(async () => {
    const body = { to_goods_id: target!, days: Number(days), is_on: false };
    await call('setAgeingRule', { params: { goods_id: source! }, body });
    await changed();
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) void save.run();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Select
        label={t('stock.ageing.source')}
        searchable
        nothingFoundMessage={t('stock.move.noTarget')}
        data={goods
          .filter(({ id }) => !rules.some((rule) => rule.goods_id === id))
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={source}
        onChange={(id) => {
          setSource(id);
          setTarget(null);
        }}
      />
      <WholeField
        label={t('stock.ageing.days')}
        description={t('stock.ageing.daysHint')}
        value={days}
        onChange={setDays}
      />
      {product && (
        <TargetField
          goods={product}
          all={goods.filter(({ id }) => !leadsTo(rules, id, product.id))}
          value={target}
          onChange={setTarget}
        />
      )}
      <div className={classes.buttons}>
        <ThrottledButton type="submit" action={save} disabled={!isReady}>
          {t('stock.purchase.save')}
        </ThrottledButton>
        <Button variant="default" onClick={onDone}>
          {t('bulk.back')}
        </Button>
      </div>
    </form>
  );
}

/** What the rules move within the next days; those that are off too, so that it is seen before they act. */
function AgeingList({ goods }: GoodsProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const next = useQuery({ ...query('listAgeingStock'), select: itemsOf });
  const columns: Column<AgeingStock>[] = [
    {
      key: 'day',
      title: t('stock.ageing.field.day'),
      render: ({ day }) => formatDate(`${day}T00:00:00`, language),
    },
    {
      key: 'goods',
      title: t('stock.move.field.products'),
      onCard: 'heading',
      render: (row) => `${nameIn(goods, row.goods_id)} → ${nameIn(goods, row.to_goods_id)}`,
    },
    {
      key: 'accounts',
      title: t('stock.ageing.field.accounts'),
      align: 'end',
      render: ({ accounts }) => <Count value={accounts} />,
    },
    {
      key: 'batch',
      title: t('stock.batch'),
      render: ({ batch_id: id }) => (
        <Anchor component={Link} to={`/admin/goods?tab=stock&open=${id}`} size="sm">
          {id}
        </Anchor>
      ),
    },
    {
      key: 'state',
      title: t('stock.field.state'),
      render: (row) => <AgeingState row={row} />,
    },
  ];
  return (
    <section className={classes.block}>
      <h3 className={classes.heading}>{t('stock.ageing.next')}</h3>
      {next.isError && !next.data ? (
        <LoadFailure error={next.error} onRetry={() => void next.refetch()} />
      ) : (
        <DataList
          label={t('stock.ageing.next')}
          columns={columns}
          rows={next.data}
          rowKey={(row) => `${row.day}/${row.goods_id}/${row.batch_id}`}
          empty={<EmptyState text={t('stock.ageing.none')} />}
        />
      )}
    </section>
  );
}

function AgeingState({ row: { fits, below_cost: isBelow, is_on: isOn } }: { row: AgeingStock }) {
  const { t } = useTranslation('admin');
  if (!fits) return <StatusBadge tone="warn">{t('stock.ageing.misfit')}</StatusBadge>;
  if (isBelow) return <StatusBadge tone="warn">{t('stock.ageing.belowCost')}</StatusBadge>;
  return (
    <StatusBadge tone={isOn ? 'info' : 'neutral'}>{t(`stock.ageing.${isOn ? 'on' : 'off'}`)}</StatusBadge>
  );
}
