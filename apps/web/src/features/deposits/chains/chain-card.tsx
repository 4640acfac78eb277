import { Anchor, Button } from '@mantine/core';
import type { Chain } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Link } from '../../../lib/router/link.tsx';
import { useFindings } from '../../../locales/use-findings.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { Fact } from '../../../ui/data/facts.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import classes from './chain-health.module.css';
import { FIGURES } from './chain-figures.ts';
import { ResumeForm } from './resume-form.tsx';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { networkName } from '../../../lib/networks.ts';

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
export function ChainCard({ chain }: { chain: Chain }) {
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
