import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, itemsOf } from '../../../lib/api/query.ts';
import { LoadFailure } from '../../../ui/messages/empty-state.tsx';
import { listNetworks, networkName } from '../../../lib/networks/networks.ts';
import classes from './chain-health.module.css';
import { QuarantinedLogs } from './quarantined-logs.tsx';
import { Anchor, Button, Skeleton } from '@mantine/core';
import type { Chain } from '@portside/contract';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { Link } from 'wouter';
import { useFindings } from '../../../locales/office-wording.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { Fact } from '../../../ui/data/facts.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { formatDateTime } from '../../../lib/format/times.ts';
import type { call } from '../../../lib/api/call.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { ReasonForm } from '../../../ui/fields/reason-form.tsx';

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

/** What an operator does about a state, or that there is nothing to do. */
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

/** A network's card while it loads: as tall as the card, so that nothing below it moves. */
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

/** Lower than a line of text, which keeps its height. */
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
