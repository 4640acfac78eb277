import { Anchor, Group, NativeSelect, Progress, Skeleton } from '@mantine/core';
import type { ReorderRow } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { useState } from 'react';
import { itemsOf, query } from '../../lib/api/query.ts';
import { DataList, type Column } from '../../ui/data/data-list.tsx';
import { downloadTable, ExportButton } from '../../ui/table/export-button.tsx';
import { Link } from 'wouter';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Money } from '../../ui/data/money.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './statistics.module.css';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { formatRelative, MINUTE_MS } from '../../lib/format/times.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';

const BEST_SELLERS_SHOWN = 8;

/** Best sellers of the last seven days, relative to the first. */
export function BestSellers() {
  const { t } = useTranslation('admin');
  const { data, error, isError, refetch } = useQuery(query('listBestSellers', { query: { days: '7' } }));
  const rows = data?.items.slice(0, BEST_SELLERS_SHOWN);
  const most = Math.max(1, ...(rows ?? []).map(({ accounts }) => accounts));
  return (
    <Panel title={t('board.bestSellers')}>
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={220} />}
      {rows?.length === 0 && <p className={classes.nothing}>{t('board.nothingSold')}</p>}
      <ol className={classes.list}>
        {rows?.map(({ key, name, accounts, amount }) => (
          <li key={key}>
            <span className={classes.name}>
              <Anchor component={Link} inherit to={`/admin/goods?open=${key}`}>
                {name}
              </Anchor>
            </span>
            <span className="figures">{t('orders.accounts', { count: accounts })}</span>
            <Money amount={amount} />
            <Progress
              className={classes.bar}
              value={(accounts / most) * 100}
              size={5}
              aria-hidden
              color="marine.4"
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const LOW_STOCK_SHOWN = 8;

const SOON_DAYS = 3;

const LATER_DAYS = 10;

/** Longer than this is not shown in days. */
const LONG_DAYS = 365;

/** Products that run out first at the pace of the last two weeks. */
export function LowStock() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { data, error, isError, refetch } = useQuery(query('listLowStock', { query: { days: '14' } }));
  const rows = data?.items.slice(0, LOW_STOCK_SHOWN);
  return (
    <Panel title={t('board.lowStock')}>
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={220} />}
      {rows?.length === 0 && <p className={classes.nothing}>{t('board.nothingOnSale')}</p>}
      <ol className={classes.list}>
        {rows?.map(({ goods, stock, sold_per_day: pace, days_left: left, is_dead: isDead }) => (
          <li key={goods.id}>
            <span className={classes.name}>
              <Anchor component={Link} inherit to={`/admin/goods?tab=stock&goods_id=${goods.id}`}>
                {goods.name}
              </Anchor>
            </span>
            <span className="figures">{t('board.stock', { stock: stock.toLocaleString(language) })}</span>
            <StatusBadge tone={toneOf(stock, left)}>
              {stock === 0
                ? t('board.soldOut')
                : left === null
                  ? t(isDead ? 'board.dead' : 'board.noPace')
                  : left > LONG_DAYS
                    ? t('board.longLeft')
                    : t('board.daysLeft', {
                        count: Math.floor(left),
                        pace: pace.toLocaleString(language, { maximumFractionDigits: 1 }),
                      })}
            </StatusBadge>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function toneOf(stock: number, daysLeft: number | null) {
  if (stock === 0 || (daysLeft !== null && daysLeft < SOON_DAYS)) return 'bad';
  if (daysLeft === null) return 'neutral';
  return daysLeft < LATER_DAYS ? 'warn' : 'good';
}

const REFRESH_MS = 30_000;

/** E-mails are sent within seconds; a longer wait means a delay. */
const LONG_MS = 10 * MINUTE_MS;

/** State of outgoing e-mail. */
export function MailHealth() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const { data, error, isError, refetch } = useQuery({
    ...query('readMailHealth'),
    refetchInterval: REFRESH_MS,
  });
  const since = data?.waits_since;
  const isHeldUp = !!data && (data.failing > 0 || (!!since && now - new Date(since).getTime() > LONG_MS));
  return (
    <Panel
      title={t('board.mail.title')}
      aside={
        data && (
          <StatusBadge tone={isHeldUp ? 'warn' : 'good'}>
            {t(isHeldUp ? 'board.mail.heldUp' : 'board.mail.goingOut')}
          </StatusBadge>
        )
      }
    >
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={90} />}
      {data && (
        <dl className={classes.facts}>
          <dt>{t('board.mail.waiting')}</dt>
          <dd className="figures">{data.waiting.toLocaleString(language)}</dd>
          <dt>{t('board.mail.failing')}</dt>
          <dd className="figures">{data.failing.toLocaleString(language)}</dd>
          {since && (
            <>
              <dt>{t('board.mail.since')}</dt>
              <dd>{formatRelative(since, language, now)}</dd>
            </>
          )}
          <dt>{t('board.mail.last')}</dt>
          <dd>{data.last_sent_at ? formatRelative(data.last_sent_at, language, now) : '–'}</dd>
        </dl>
      )}
    </Panel>
  );
}

const TONES = { out: 'bad', soon: 'warn', idle: 'neutral', never: 'neutral', price: 'info' } as const;
const WITHIN = ['7', '14', '30', '60'] as const;
const IDLE = ['14', '30', '60', '90'] as const;

function useReorderColumns(): Column<ReorderRow>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const money = (key: 'cost' | 'worth'): Column<ReorderRow> => ({
    key,
    title: t(`stock.reorder.field.${key}`),
    align: 'end',
    render: (row) => (row[key] === null ? '–' : <Money amount={row[key]} hasUnit={false} />),
  });
  const number = (
    key: 'stock' | 'sold_per_day' | 'days_left' | 'days_to_sell' | 'suggested',
  ): Column<ReorderRow> => ({
    key,
    title: t(`stock.reorder.field.${key}`),
    align: 'end',
    // Follows from what is left.
    isExtra: key === 'sold_per_day',
    render: (row) => <span className="figures">{row[key]?.toLocaleString(language) ?? '–'}</span>,
  });
  return [
    {
      key: 'goods',
      title: t('stock.field.goods'),
      onCard: 'heading',
      render: ({ goods: { id, name } }) => (
        <Anchor component={Link} inherit to={`/admin/goods?tab=stock&goods_id=${id}`}>
          {name}
        </Anchor>
      ),
    },
    {
      key: 'reason',
      title: t('stock.field.state'),
      render: ({ reason }) => (
        <StatusBadge tone={TONES[reason]}>{t(`stock.reorder.reason.${reason}`)}</StatusBadge>
      ),
    },
    number('stock'),
    number('sold_per_day'),
    number('days_left'),
    number('suggested'),
    {
      key: 'supplier',
      title: t('stock.purchase.supplier'),
      render: ({ supplier }) =>
        supplier ? (
          <Anchor component={Link} inherit to={`/admin/goods?tab=suppliers&open=${supplier.id}`}>
            {supplier.name}
          </Anchor>
        ) : (
          '–'
        ),
    },
    money('cost'),
    number('days_to_sell'),
    money('worth'),
  ];
}

/** What to buy again, from whom and how much; and what does not sell. */
export function ReorderList() {
  const { t } = useTranslation('admin');
  const columns = useReorderColumns();
  const [within, setWithin] = useState('14');
  const [idle, setIdle] = useState('30');
  const wanted = { within, idle };
  const list = useQuery({ ...query('listReorder', { query: wanted }), select: itemsOf });
  return (
    <Panel
      title={t('stock.reorder.title')}
      aside={
        <ExportButton
          of="exportReorder"
          onExport={(format) => downloadTable('exportReorder', wanted, 'reorder', format)}
        />
      }
    >
      <Group mb="md" align="end">
        <NativeSelect
          label={t('stock.reorder.within')}
          data={WITHIN.map((value) => ({ value, label: t('stock.reorder.days', { count: Number(value) }) }))}
          value={within}
          onChange={({ currentTarget }) => setWithin(currentTarget.value)}
        />
        <NativeSelect
          label={t('stock.reorder.idle')}
          data={IDLE.map((value) => ({ value, label: t('stock.reorder.days', { count: Number(value) }) }))}
          value={idle}
          onChange={({ currentTarget }) => setIdle(currentTarget.value)}
        />
      </Group>
      {list.isError && !list.data ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataList
          label={t('stock.reorder.title')}
          columns={columns}
          rows={list.data}
          rowKey={({ goods }) => goods.id}
          empty={<EmptyState text={t('stock.reorder.empty')} />}
        />
      )}
    </Panel>
  );
}
