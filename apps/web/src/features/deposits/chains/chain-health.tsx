import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, itemsOf, usePage } from '../../../lib/api/query.ts';
import { LoadFailure } from '../../../ui/messages/empty-state.tsx';
import { listNetworks, networkName } from '../../../lib/networks/networks.ts';
import classes from '../deposits.module.css';
import { Anchor, Button, Skeleton } from '@mantine/core';
import type { Chain, QuarantinedLog, TableFormat } from '@portside/contract';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { Link } from 'wouter';
import { useFindings } from '../../../locales/office-wording.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { Fact, Facts, LongText } from '../../../ui/data/facts.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import { formatDateTime } from '../../../lib/format/times.ts';
import type { call } from '../../../lib/api/call.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { ReasonForm } from '../../../ui/fields/reason-form.tsx';
import { SORTS } from '@portside/contract/wire/sorts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/export-button.tsx';
import { ChoiceFilter } from '../../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../../ui/table/table-address.ts';
import { useOpenedRow } from '../../../ui/layout/use-opened.ts';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/money.tsx';

const REFRESH_MS = 10_000;

/** Scanning status per network, and quarantined logs. */
export function ChainHealth() {
  const { data, error, isError, refetch } = useQuery({
    ...query('listChains'),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <div className={classes.chains} aria-busy={!data && !isError}>
        {!data && !isError && listNetworks().map((network) => <ChainCardSkeleton key={network} />)}
        {data?.map((chain) => (
          <ChainCard key={chain.type} chain={chain} />
        ))}
      </div>
      <QuarantinedLogs />
    </>
  );
}

const TONES = { following: 'good', stalled: 'warn', disagreeing: 'warn', halted: 'bad' } as const;

/** What an operator should do about a state, if anything. */
const HINTS = { halted: 'chains.haltedHint', disagreeing: 'chains.disagreeingHint' } as const;

function LostDeposits({ chain: { type, lost_deposits: count } }: { chain: Chain }) {
  const { t } = useTranslation('admin');
  if (count === 0) return null;
  return (
    <Callout tone="warn" title={t('chains.lost', { count })}>
      <Anchor component={Link} to={`/admin/recharge?tab=deposits&lost=true&type=${type}`}>
        {t('chains.lostList')}
      </Anchor>
    </Callout>
  );
}

/** One network: scanning progress, why it stopped, and the way to resume. */
function ChainCard({ chain }: { chain: Chain }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const [isResuming, resume] = useState(false);
  const wordFindings = useFindings();
  const isLate = chain.reasons.some(({ code }) => code === 'addressesLate');
  const { type, state, reasons, nodes, head, final, read_to: readTo, lag_blocks: lag } = chain;
  const figures = { readTo, final, head, lag };
  return (
    <Panel
      title={networkName(type)}
      aside={
        <StatusBadge tone={TONES[state]} isLive={state === 'following'}>
          {t(`treasury.state.${state}`)}
        </StatusBadge>
      }
    >
      <dl className={classes.figures}>
        {FIGURES.map((name) => (
          <Fact key={name} name={t(`chains.${name}`)}>
            <span className="figures">{figures[name]?.toLocaleString(language) ?? '–'}</span>
          </Fact>
        ))}
      </dl>
      {reasons.length > 0 && (
        <Callout
          tone={isLate ? 'warn' : TONES[state]}
          title={state in HINTS && t(HINTS[state as keyof typeof HINTS])}
        >
          {wordFindings(...reasons)}
        </Callout>
      )}
      {nodes.length > 0 && (
        <Callout tone="warn" title={t('chains.nodesHint')}>
          <ul className={classes.nodes}>
            {nodes.map(({ name, problem, since }) => (
              <li key={name}>
                {wordFindings(problem)}{' '}
                <span className={classes.since}>
                  {t('tasks.since', { time: formatDateTime(since, language) })}
                </span>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <LostDeposits chain={chain} />
      {state === 'halted' && (
        <Allowed to="resumeChain">
          <Button variant="light" color="red" className={classes.resume} onClick={() => resume(true)}>
            {t('chains.resume.title')}
          </Button>
        </Allowed>
      )}
      {isResuming && <ResumeForm chain={chain} onClose={() => resume(false)} />}
    </Panel>
  );
}

/** A network's card while loading, of the same height, so that nothing below it moves. */
function ChainCardSkeleton() {
  const { t } = useTranslation('admin');
  return (
    <Panel
      title={<Word width={150} />}
      aside={
        <StatusBadge tone="neutral">
          <Word width={60} />
        </StatusBadge>
      }
    >
      <dl className={classes.figures}>
        {FIGURES.map((name) => (
          <Fact key={name} name={t(`chains.${name}`)}>
            <span className="figures">
              <Word width={48} />
            </span>
          </Fact>
        ))}
      </dl>
    </Panel>
  );
}

/** Shorter than a line of text, so that the line keeps its height. */
const Word = ({ width }: { width: number }) => (
  <Skeleton component="span" display="inline-block" width={width} height="0.7em" />
);

/** The figures of a network's card, in their order. */
const FIGURES = ['readTo', 'final', 'head', 'lag'] as const;

const WIDTH_PX = 480;

/** Resumes scanning of a halted network, from the last block that all nodes agree on. */
function ResumeForm({ chain, onClose }: { chain: Chain; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const { pair } = usePunctuation();
  const resume = async (reason: string, send: typeof call) => {
    const answer = await send('resumeChain', { body: { type: chain.type, reason } });
    const { agreed_block: block, deposits_above: deposits } = answer;
    toastSuccess('resume', t('chains.resume.done', { block: block + 1, deposits }));
    await client.invalidateQueries();
    onClose();
  };
  return (
    <Sheet title={pair(t('chains.resume.title'), networkName(chain.type))} size={WIDTH_PX} onClose={onClose}>
      <ReasonForm hint={t('chains.resume.lede')} submit={t('chains.resume.submit')} onSubmit={resume} />
    </Sheet>
  );
}

/** Quarantined logs, newest first. */
function QuarantinedLogs() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['type', 'state'], SORTS.listQuarantinedLogs);
  const columns = useQuarantineColumns();
  const { type, state, ...wanted } = tableQuery(controls.address);
  const knownType = listNetworks().find((one) => one === type);
  const knownState = QUARANTINE_STATES.find((one) => one === state);
  const query = {
    ...wanted,
    ...(knownType && { type: knownType }),
    ...(knownState && { state: knownState }),
  };
  const logs = usePage('listQuarantinedLogs', { query });
  const opened = useOpenedRow(logs.data?.items, ({ id }) => id);
  const save = (format: TableFormat) => downloadTable('exportQuarantinedLogs', query, 'quarantine', format);
  return (
    <section>
      <h2 className={classes.chainsTitle}>{t('chains.aside.title')}</h2>
      <p className={classes.chainsLede}>{t('chains.aside.lede')}</p>
      <ListTable<QuarantinedLog>
        name="quarantine"
        label={t('chains.aside.title')}
        columns={columns}
        controls={controls}
        list={logs}
        exportOf="exportQuarantinedLogs"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={opened.open}
      >
        <ChoiceFilter
          controls={controls}
          name="state"
          label={t('chains.aside.field.state')}
          options={QUARANTINE_STATES.map((value) => ({ value, label: t(`chains.aside.state.${value}`) }))}
        />
        <ChoiceFilter
          controls={controls}
          name="type"
          label={t('chains.aside.field.type')}
          options={listNetworks().map((value) => ({ value, label: networkName(value) }))}
        />
      </ListTable>
      {opened.row && <QuarantineSheet log={opened.row} onClose={opened.close} />}
    </section>
  );
}

type State = QuarantinedLog['state'];

const QUARANTINE_TONES = { open: 'bad', reviewed: 'neutral', harmless: 'neutral' } satisfies Record<
  State,
  Tone
>;

/** In order of urgency. */
const QUARANTINE_STATES = Object.keys(QUARANTINE_TONES) as State[];

function QuarantineBadge({ state }: { state: State }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={QUARANTINE_TONES[state]}>{t(`chains.aside.state.${state}`)}</StatusBadge>;
}

function useQuarantineColumns(): TableColumn<QuarantinedLog>[] {
  const { t } = useTranslation('admin');
  const wordFindings = useFindings();
  return [
    { key: 'reason', title: t('chains.aside.field.reason'), render: ({ reason }) => wordFindings(reason) },
    {
      key: 'state',
      title: t('chains.aside.field.state'),
      render: ({ state }) => <QuarantineBadge state={state} />,
    },
    { key: 'type', title: t('chains.aside.field.type'), render: ({ type }) => networkName(type) },
    {
      key: 'tx_hash',
      title: t('chains.aside.field.tx_hash'),
      render: ({ tx_hash: hash }) => (
        <code translate="no" title={hash}>
          {hash.slice(0, 10)}…{hash.slice(-6)}
        </code>
      ),
    },
    {
      key: 'place',
      title: t('chains.aside.field.place'),
      render: (log) => <span className="figures">{placeOf(log)}</span>,
    },
    {
      key: 'recorded_at',
      title: t('chains.aside.field.time'),
      render: ({ recorded_at: at }) => <DateTime at={at} />,
    },
  ];
}

/** Where the position in the transaction is unknown, the block alone. */
const placeOf = ({ block_number: block, ordinal }: QuarantinedLog): string =>
  ordinal < 0 ? `${block}` : `${block} · ${ordinal}`;

const LOG_WIDTH_PX = 620;

/** One quarantined log: its position, the rule it breaks, and its review. */
function QuarantineSheet({ log, onClose }: { log: QuarantinedLog; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const wordFindings = useFindings();
  const client = useQueryClient();
  const review = async (reason: string, send: typeof call) => {
    await send('reviewQuarantinedLog', { params: { id: log.id }, body: { reason } });
    toastSuccess('quarantine', t('chains.aside.done'));
    await client.invalidateQueries();
    onClose();
  };
  const { reviewed_at: at, reviewed_by: by } = log;
  return (
    <Sheet title={t('chains.aside.one')} side="end" size={LOG_WIDTH_PX} onClose={onClose}>
      <Facts>
        <Fact name={t('chains.aside.field.reason')}>{wordFindings(log.reason)}</Fact>
        <Fact name={t('chains.aside.field.state')}>
          <QuarantineBadge state={log.state} />
        </Fact>
        <Fact name={t('chains.aside.field.type')}>{networkName(log.type)}</Fact>
        <Fact name={t('chains.aside.field.tx_hash')}>
          <LongText text={log.tx_hash} link={{ href: log.tx_url, label: t('deposits.explorer') }} />
        </Fact>
        <Fact name={t('chains.aside.field.place')}>
          <span className="figures">{placeOf(log)}</span>
        </Fact>
        {at && (
          <Fact name={t('chains.aside.review', { name: by ?? '–', at: formatDateTime(at, language) })}>
            {log.review}
          </Fact>
        )}
      </Facts>
      {log.state === 'open' && (
        <Allowed to="reviewQuarantinedLog">
          <ReasonForm
            hint={t('chains.aside.hint')}
            label={t('chains.aside.ask')}
            submit={t('chains.aside.submit')}
            onSubmit={review}
          />
        </Allowed>
      )}
    </Sheet>
  );
}
