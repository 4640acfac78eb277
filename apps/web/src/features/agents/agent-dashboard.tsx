import { Button, NativeSelect, Progress, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { telegramLink } from '../../lib/format/links.ts';
import { Link } from 'wouter';
import { BlockBoundary } from '../../ui/messages/block-boundary.tsx';
import { EmptyState, FailedState } from '../../ui/messages/empty-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { FileMenu } from '../../ui/table/export-button.tsx';
import { OwnPayouts } from './own-payouts.tsx';
import classes from './agent-dashboard.module.css';
import { useIsAgent, useOwnAgent } from './use-agent.ts';
import type { AgentMonth, CommissionLevel, CommissionMovement, Data } from '@portside/contract';
import { formatPercent, formatUsdtBalance } from '../../lib/format/numbers.ts';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import { CopyButton, ShareButton } from '../../ui/buttons/copy-button.tsx';
import { QrTile } from '../../ui/data/qr-tile.tsx';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { pages, query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { formatDate } from '../../lib/format/times.ts';
import { nowMs } from '../../lib/clock.ts';
import { saveDownload } from '../../lib/browser/downloads.ts';
import { DataList, PagedList, type Column } from '../../ui/data/data-list.tsx';
import { Count, DateTime, Money } from '../../ui/data/money.tsx';
import { EmptyQuayPicture, Picture } from '../../ui/pictures/pictures.tsx';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';

type Ways = {
  readonly shopTelegram: string | undefined;
  /** The customer service page of this area. */
  readonly support: string;
};

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

/** Where the shop takes agents this way, a form; otherwise whom to ask. */
function NoAgent(ways: Ways) {
  const { data, isError } = useQuery(query('readOwnApplication'));
  if (!data && !isError) return <Skeleton height={320} radius="lg" />;
  if (!data || (data.sign_up === 'off' && data.application?.state !== 'waiting'))
    return <WhomToAsk {...ways} />;
  return <Application own={data} />;
}

type Values = { platform_name: string; words: string };

const SHORTEST_WORDS = 10;

function Application({ own: { sign_up: signUp, application } }: { own: Data<'readOwnApplication'> }) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { platform_name: '', words: '' },
    validate: {
      platform_name: (value) => (value.trim() === '' ? t('agents.apply.nameMissing') : null),
      words: (value) => (value.trim().length < SHORTEST_WORDS ? t('agents.apply.wordsMissing') : null),
    },
  });
  const send = useThrottledAction(async ({ platform_name: name, words }: Values) => {
    const body = { platform_name: name.trim(), words: words.trim() };
    const { state } = await call('applyAsAgent', { body });
    toastSuccess('agent', t(state === 'accepted' ? 'agents.apply.accepted' : 'agents.apply.sent'));
    const names = ['readOwnApplication', 'readIdentity'] as const;
    await Promise.all(names.map((one) => client.invalidateQueries({ queryKey: queryKey(one) })));
  });
  if (application?.state === 'waiting')
    return (
      <Panel title={t('agents.apply.waiting')}>
        <p className={classes.terms}>{t('agents.apply.waitingText')}</p>
        <p className={classes.terms}>
          <strong>{application.platform_name}</strong> · <DateTime at={application.created_at} />
        </p>
        <p className={classes.terms}>{application.words}</p>
      </Panel>
    );
  return (
    <Panel title={t('agents.apply.title')}>
      <p className={classes.terms}>{t(`agents.apply.lede.${signUp === 'open' ? 'open' : 'asked'}`)}</p>
      {application?.state === 'refused' && (
        <Callout tone="warn" title={t('agents.apply.refused')}>
          {application.reason}
        </Callout>
      )}
      <form className={classes.request} onSubmit={form.onSubmit(send.run)} noValidate>
        <TextInput
          className={classes.wide}
          label={t('agents.apply.name')}
          description={t('agents.apply.nameHint')}
          maxLength={60}
          autoComplete="off"
          {...form.getInputProps('platform_name')}
        />
        <Textarea
          className={classes.wide}
          label={t('agents.apply.words')}
          description={t('agents.apply.wordsHint')}
          maxLength={500}
          rows={3}
          {...form.getInputProps('words')}
        />
        <ThrottledButton type="submit" action={send}>
          {t(`agents.apply.submit.${signUp === 'open' ? 'open' : 'asked'}`)}
        </ThrottledButton>
      </form>
    </Panel>
  );
}

function WhomToAsk({ shopTelegram, support }: Ways) {
  const { t } = useTranslation('service');
  return (
    <Panel>
      <EmptyState
        picture={<LighthousePicture />}
        title={t('agents.none.title')}
        text={t('agents.none.text')}
        action={
          shopTelegram ? (
            <Button
              component="a"
              href={telegramLink(shopTelegram)}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBrandTelegram size={18} />}
            >
              {t('agents.none.ask')}
            </Button>
          ) : (
            <Button component={Link} to={support}>
              {t('agents.none.write')}
            </Button>
          )
        }
      />
    </Panel>
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

/** The rate of the next sale, and how far the next one is. Nothing where the rate never changes. */
function AgentLevel({ level: { percent, tiers, next, this_month: sold } }: { level: CommissionLevel }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  if (tiers.length === 0) return null;
  const write = (rate: string) => formatPercent(rate, language);
  const done = next === null ? 100 : 100 - (100 * Number(next.missing)) / Number(next.from);
  return (
    <Panel title={t('agents.level.title', { percent: write(percent) })}>
      <p className={classes.terms}>
        {next
          ? t('agents.level.next', {
              percent: write(next.percent),
              amount: formatUsdtBalance(next.missing, language),
            })
          : t('agents.level.highest')}
      </p>
      <Progress value={done} size="lg" aria-label={t('agents.level.progress')} />
      <ol className={classes.rungs}>
        {tiers.map(({ from, percent: rate }) => (
          <li key={from} aria-current={rate === percent ? 'step' : undefined}>
            <strong className="figures">{write(rate)}</strong>
            <span>{t('agents.level.from', { amount: formatUsdtBalance(from, language) })}</span>
          </li>
        ))}
      </ol>
      <p className={classes.hint}>{t('agents.level.hint', { amount: formatUsdtBalance(sold, language) })}</p>
    </Panel>
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

/** A lighthouse: agents show others the way. */
const LighthousePicture = ({ size = 132 }: { size?: number }) => (
  <Picture viewBox="0 0 132 124" width={size}>
    <path d="M58 30 10 16v30zM74 30l48-14v30z" fill="var(--wash)" stroke="none" />
    <ellipse cx="66" cy="106" rx="54" ry="9" fill="var(--wash)" stroke="none" />
    <path d="M54 40h24l8 62H46z" fill="var(--ground)" />
    <path d="M52.4 54h27.2l1.8 14H50.6zM48.8 82h34.4l1.8 14H47z" fill="var(--signal)" stroke="none" />
    <path d="M54 40h24l8 62H46z" />
    <path d="M50 40h32M57 40V24h18v16M54 24h24L66 12z" fill="var(--tint)" />
    <circle cx="66" cy="32" r="4" fill="var(--signal)" stroke="none" />
    <path d="M62 102V92a4 4 0 0 1 8 0v10" fill="var(--ground)" />
    <path d="M20 102h92M30 112c6 4 12 4 18 0s12-4 18 0 12 4 18 0 12-4 18 0" opacity=".6" />
  </Picture>
);
