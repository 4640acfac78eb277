import { Anchor, Skeleton, VisuallyHidden } from '@mantine/core';
import type { Data, Sandbox, Trial } from '@portside/contract';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isRefusal } from '../../lib/api/api-error.ts';
import { query } from '../../lib/api/query.ts';
import { currentArea } from '../../lib/browser/current-area.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { FailedState } from '../../ui/messages/failed-state.tsx';
import { Page as MissingPage } from '../missing-page.tsx';
import { PARTS, stepsOf, type TrialStep } from './trial-steps.ts';
import classes from './trials.module.css';
import { useOpenAs } from './use-open-as.ts';
import { sandboxQuery } from '../../lib/api/sandbox-query.ts';

const REFRESH_MS = 5_000;
const MAILS = '/api/sandbox/mails';

/** What to try in the sandbox. In production the call answers 404, and so does the page. */
export function Page() {
  const sandbox = useQuery(sandboxQuery);
  const trials = useQuery({
    ...query('listSandboxTrials', {}, { isQuiet: true }),
    retry: false,
    refetchInterval: REFRESH_MS,
  });
  if (isRefusal(sandbox.error, 'notFound')) return <MissingPage />;
  if (sandbox.data && trials.data) return <Trials signIns={sandbox.data.sign_ins} trials={trials.data} />;
  if (sandbox.error || trials.error)
    return <FailedState onRetry={() => void Promise.all([sandbox.refetch(), trials.refetch()])} />;
  return <Skeleton height={640} radius="lg" />;
}

type Props = { signIns: Sandbox['sign_ins']; trials: Data<'listSandboxTrials'> };

function Trials({ signIns, trials }: Props) {
  const { t } = useTranslation('service');
  const done = new Set(trials.flatMap((one) => (one.done ? [one.trial] : [])));
  return (
    <>
      <PageHeader title={t('trials.title')} lede={t('trials.lede')} />
      <p className={classes.count}>
        <progress className={classes.bar} value={done.size} max={trials.length} aria-hidden />
        {t('trials.count', { done: done.size, all: trials.length })}
      </p>
      {(['buyer', 'agent', 'owner'] as const).map((part) => (
        <section key={part} className={classes.part} aria-labelledby={`trials-${part}`}>
          <h2 id={`trials-${part}`}>{t(`trials.parts.${part}`)}</h2>
          <ol className={classes.list}>
            {PARTS[part].map((trial) => (
              <Item key={trial} trial={trial} isDone={done.has(trial)} signIns={signIns} />
            ))}
          </ol>
        </section>
      ))}
      <p className={classes.mails}>
        <Anchor href={MAILS} target="_blank" inherit>
          {t('trials.mails')}
        </Anchor>
      </p>
    </>
  );
}

function Item({ trial, isDone, signIns }: { trial: Trial; isDone: boolean; signIns: Sandbox['sign_ins'] }) {
  const { t } = useTranslation('service');
  return (
    <li className={classes.item} data-done={isDone || undefined}>
      <span className={classes.mark}>
        {isDone ? (
          <IconCircleCheckFilled size={24} aria-hidden />
        ) : (
          <IconCircleDashed size={24} stroke={1.6} aria-hidden />
        )}
        <VisuallyHidden>{t(isDone ? 'trials.done' : 'trials.open')}</VisuallyHidden>
      </span>
      <div>
        <h3>{t(`trials.${trial}.title`)}</h3>
        <p>{t(`trials.${trial}.text`)}</p>
      </div>
      <div className={classes.places}>
        {stepsOf(currentArea())[trial].map((step) => (
          <StepButton key={step.path} step={step} signIns={signIns} />
        ))}
      </div>
    </li>
  );
}

function StepButton({ step, signIns }: { step: TrialStep } & Pick<Props, 'signIns'>) {
  const { t } = useTranslation('service');
  const { open, username } = useOpenAs(signIns, step);
  return (
    <ThrottledButton action={open} variant="default" size="sm">
      {username === null ? t('trials.go') : t('trials.goAs', { username })}
    </ThrottledButton>
  );
}
