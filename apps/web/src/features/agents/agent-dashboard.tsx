import { NativeSelect, Skeleton } from '@mantine/core';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { BlockBoundary } from '../../ui/messages/block-boundary.tsx';
import { EmptyState, FailedState } from '../../ui/messages/empty-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { FileMenu } from '../../ui/table/export-button.tsx';
import { LighthousePicture, NoAgent, type Ways } from './become-agent.tsx';
import { AgentLevel, OwnPayouts } from './own-payouts.tsx';
import classes from './agent-dashboard.module.css';
import { useIsAgent, useOwnAgent } from './use-agent.ts';
import type { AgentMonth, CommissionMovement, Data } from '@portside/contract';
import { formatPercent, formatUsdtBalance } from '../../lib/format/numbers.ts';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import { CopyButton, ShareButton } from '../../ui/buttons/copy-button.tsx';
import { QrTile } from '../../ui/data/qr-tile.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { pages, query } from '../../lib/api/query.ts';
import { formatDate } from '../../lib/format/times.ts';
import { nowMs } from '../../lib/clock.ts';
import { saveDownload } from '../../lib/browser/downloads.ts';
import { DataList, PagedList, type Column } from '../../ui/data/data-list.tsx';
import { Count, DateTime, Money } from '../../ui/data/money.tsx';
import { EmptyQuayPicture } from '../../ui/pictures/pictures.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';

/** An agent's own page: the referral link, its results, and the commission statement. */
export function AgentDashboard({ shopTelegram, support }: Ways) {
  const identity = useIsAgent();
  const own = useOwnAgent(identity.data === true);
  const agent = own.data;
  if (identity.data === false) return <NoAgent shopTelegram={shopTelegram} support={support} />;
  const failed = [identity, own].find(({ isError, data }) => isError && data === undefined);
  if (failed) return <FailedState onRetry={() => void failed.refetch()} />;
  return (
    <div className={classes.desk}>
      <AgentLink agent={agent} />
      <AgentFigures agent={agent} />
      <BlockBoundary>
        {agent ? (
          <>
            <AgentLevel level={agent.level} />
            <OwnPayouts agent={agent} support={support} />
            <AgentMonths since={agent.created_at} />
          </>
        ) : (
          <Skeleton height={600} radius="lg" />
        )}
      </BlockBoundary>
    </div>
  );
}

/** Results of the referral link, computed from the ledger. Tiles keep their size while loading. */
function AgentFigures({ agent }: { agent: Data<'readOwnAgent'> | undefined }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const count = (value: number | undefined) => value?.toLocaleString(language);
  const money = (value: string | undefined) => value && formatUsdtBalance(value, language);
  return (
    <section className={classes.tiles} aria-label={t('agents.figures')}>
      <StatTile label={t('agents.users')} value={count(agent?.users)} />
      <StatTile label={t('agents.orders')} value={count(agent?.sales.orders)} />
      <StatTile label={t('agents.accounts')} value={count(agent?.sales.accounts)} />
      <StatTile label={t('agents.commission')} value={money(agent?.sales.commission)} unit="USDT" />
      <StatTile label={t('agents.balance')} value={money(agent?.commission_balance)} unit="USDT" />
    </section>
  );
}

type Props = { agent: Data<'readOwnAgent'> | undefined };

/** The referral link, its QR code, and the promotion code to be typed at registration. */
function AgentLink({ agent }: Props) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return (
    <section className={classes.card}>
      <div className={classes.words}>
        <h2 className={classes.title}>{agent?.platform_name ?? <Skeleton height={28} width={180} />}</h2>
        <p className={classes.lede}>
          {agent ? (
            t('agents.rate', { percent: Number(agent.level.percent).toLocaleString(language) })
          ) : (
            <Skeleton height={18} width="80%" />
          )}
        </p>
        {agent?.state === 'paused' && <p className={classes.paused}>{t('agents.paused')}</p>}
        <p className={classes.label}>{t('agents.link')}</p>
        <div className={classes.link}>
          {agent ? <code translate="no">{agent.link}</code> : <Skeleton height={20} />}
        </div>
        <div className={classes.actions}>
          <CopyButton text={agent?.link ?? ''} label={t('agents.copyLink')} />
          {agent && <ShareButton label={t('agents.share')} title={agent.platform_name} url={agent.link} />}
        </div>
        <p className={classes.code}>
          <span className={classes.label}>{t('agents.code')}</span>
          {agent ? (
            <>
              <strong>{agent.promotion_code}</strong>
              <CopyButton text={agent.promotion_code} name={t('agents.copyCode')} />
            </>
          ) : (
            <Skeleton height={28} width={120} />
          )}
        </p>
      </div>
      <div className={classes.tile}>
        {agent ? <QrTile text={agent.link} label={t('agents.qr')} /> : <Skeleton height={204} radius="lg" />}
      </div>
      <div className={classes.picture}>
        <LighthousePicture size={190} />
      </div>
    </section>
  );
}

/** What a month brought and what of it was paid, by day and sale by sale. */
function AgentMonths({ since }: { since: string }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const months = monthsSince(since);
  const [month, setMonth] = useState(months[0]!);
  const { data, isError, refetch } = useQuery({
    ...query('readOwnAgentMonth', { query: { month } }),
    placeholderData: (before) => before,
  });
  const nameOf = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <>
      <Panel
        title={t('agents.month.title')}
        aside={
          <NativeSelect
            aria-label={t('agents.month.choose')}
            data={months.map((value) => ({ value, label: nameOf.format(new Date(`${value}-01`)) }))}
            value={month}
            onChange={({ currentTarget }) => setMonth(currentTarget.value)}
          />
        }
      >
        {isError && !data ? (
          <FailedState onRetry={() => void refetch()} />
        ) : (
          <>
            <dl className={classes.sums}>
              <Sum name={t('agents.month.sales')} amount={data?.net_sales} />
              <Sum name={t('agents.month.commission')} amount={data?.commission} />
              <Sum name={t('agents.month.paid')} amount={data?.paid} />
            </dl>
            {data && <Reach month={data} />}
            {data && data.days.length > 0 && (
              <Suspense fallback={<Skeleton height={220} />}>
                <AgentChart days={data.days} />
              </Suspense>
            )}
            <p className={classes.hint}>{t('agents.month.hint')}</p>
          </>
        )}
      </Panel>
      {!isError && <AgentBuyers month={data} />}
      <AgentStatement month={month} />
    </>
  );
}

/** How far the link has led: opened, signed up by it, ordered for the first time. */
function Reach({ month: { clicks, sign_ups: signUps, first_orders: firstOrders } }: { month: AgentMonth }) {
  const { t } = useTranslation('service');
  const steps = { clicks, signUps, firstOrders };
  return (
    <dl className={classes.sums}>
      {(['clicks', 'signUps', 'firstOrders'] as const).map((name) => (
        <div key={name}>
          <dt>{t(`agents.reach.${name}`)}</dt>
          <dd>
            <Count value={steps[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Sum = ({ name, amount }: { name: string; amount: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{amount === undefined ? <Skeleton height={24} width={90} /> : <Money amount={amount} />}</dd>
  </div>
);

/** The months from then to now, newest first, as "2026-11". */
function monthsSince(iso: string): string[] {
  const [now, first] = [new Date(nowMs()), new Date(iso)];
  const count =
    (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth() + 1;
  return Array.from({ length: Math.max(1, count) }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

type Buyer = AgentMonth['buyers'][number];

/** On a phone each is a card of five lines. */
const FIRST_BUYERS = 10;

/** Who brought a month's commission; `month` is undefined while it loads. */
function AgentBuyers({ month }: { month: AgentMonth | undefined }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const further = month?.further_buyers ?? 0;
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && (month?.buyers.length ?? 0) > FIRST_BUYERS;
  return (
    <Panel title={t('agents.buyers.title')}>
      <DataList
        label={t('agents.buyers.title')}
        columns={useBuyerColumns()}
        rows={isCut ? month?.buyers.slice(0, FIRST_BUYERS) : month?.buyers}
        onMore={isCut ? () => setIsWhole(true) : undefined}
        rowKey={({ name, joined_at: at }) => `${at} ${name}`}
        skeletonRows={3}
        empty={<p className={classes.none}>{t('agents.buyers.none')}</p>}
      />
      {further > 0 && !isCut && (
        <p className={classes.hint}>
          {t('agents.buyers.further', { count: further, shown: further.toLocaleString(language) })}
        </p>
      )}
    </Panel>
  );
}

function useBuyerColumns(): Column<Buyer>[] {
  const { t } = useTranslation('service');
  const language = useLanguage();
  return [
    {
      key: 'name',
      title: t('agents.buyers.name'),
      onCard: 'heading',
      render: ({ name }) => <strong translate="no">{name}</strong>,
    },
    {
      key: 'joined',
      title: t('agents.buyers.joined'),
      render: ({ joined_at: at }) => <span className="figures">{formatDate(at, language)}</span>,
    },
    {
      key: 'orders',
      title: t('agents.orders'),
      align: 'end',
      render: ({ orders }) => <Count value={orders} />,
    },
    {
      key: 'sales',
      title: t('agents.month.sales'),
      align: 'end',
      render: ({ net_sales: sales }) => <Money amount={sales} hasUnit={false} />,
    },
    {
      key: 'commission',
      title: t('agents.month.commission'),
      align: 'end',
      render: ({ commission }) => <Money amount={commission} />,
    },
  ];
}

/** The agent's own statement of a month, newest first: earned, reversed by a refund, paid out. */
function AgentStatement({ month }: { month: string }) {
  const { t } = useTranslation('service');
  const movements = useInfiniteQuery(pages('listOwnAgentStatement', { query: { month } }));
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
  return (
    <FileMenu
      label={t('agents.statement.file')}
      forms={{ xlsx: t('statement.xlsx'), csv: t('statement.csv') }}
      onSave={(format) => saveDownload('exportOwnAgentStatement', { query: { format } })}
    />
  );
}

const AgentChart = lazy(() => import('./agent-chart.tsx'));

const TONES = {
  commission: 'good',
  commissionReversal: 'warn',
  payout: 'info',
  payoutRequest: 'info',
  payoutReturn: 'neutral',
} satisfies Record<string, Tone>;

const isKnown = (kind: string): kind is keyof typeof TONES => Object.hasOwn(TONES, kind);

function useColumns(): Column<CommissionMovement>[] {
  const { t } = useTranslation('service');
  const language = useLanguage();
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
        number ? <code translate="no">{number}</code> : note && <span className={classes.note}>{note}</span>,
    },
    {
      key: 'sale',
      title: t('agents.statement.sale'),
      align: 'end',
      render: ({ sale }) => sale !== null && <Money amount={sale} hasUnit={false} />,
    },
    {
      key: 'percent',
      title: t('agents.statement.percent'),
      align: 'end',
      render: ({ percent }) =>
        percent !== null && <span className="figures">{formatPercent(percent, language)}</span>,
    },
    {
      key: 'amount',
      title: t('agents.statement.amount'),
      align: 'end',
      render: ({ amount }) => <Money amount={amount} />,
    },
  ];
}
