import { Progress } from '@mantine/core';
import type { Data, Request, SetupStep } from '@portside/contract';
import { IconCircle, IconCircleCheckFilled, IconCircleMinus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useMay } from '../../lib/api/permissions.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Link } from 'wouter';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './setup-checklist.module.css';

type Step = Data<'readSetup'>['steps'][number];
type Skippable = Request<'skipSetupStep'>['params']['step'];

const REFRESH_MS = 30_000;
const ICON_PX = 22;

/** The page that does a step; a backup is made on the server. */
const PLACES: Record<Exclude<SetupStep, 'backup'>, string> = {
  mail: '/admin/config?tab=mail',
  secondAdmin: '/admin/user',
  paymentMethods: '/admin/config?tab=payment',
  nodes: '/admin/recharge?tab=chains',
  sanctions: '/admin/config?tab=blocked',
  terms: '/admin/config?tab=documents',
  product: '/admin/goods',
};

/** What is left to set up, for those who may do it; nothing once all is done. */
export function SetupChecklist() {
  const may = useMay();
  return may('readSetup') && <Checklist />;
}

function Checklist() {
  const { t } = useTranslation('admin');
  const { data } = useQuery({ ...query('readSetup', {}, { isQuiet: true }), refetchInterval: REFRESH_MS });
  const steps = data?.steps ?? [];
  const done = steps.filter(({ state }) => state !== 'open').length;
  if (done === steps.length) return null;
  return (
    <Panel
      title={t('setup.title')}
      aside={
        <span className={`${classes.count} figures`}>{t('setup.progress', { done, all: steps.length })}</span>
      }
    >
      <Progress
        value={(100 * done) / steps.length}
        aria-label={t('setup.progressLabel')}
        className={classes.progress}
      />
      <ul className={classes.steps}>
        {steps.map((step) => (
          <StepLine key={step.step} {...step} />
        ))}
      </ul>
    </Panel>
  );
}

function StepLine({ step, state, detail, can_skip: canSkip }: Step) {
  const { t } = useTranslation('admin');
  const title = t(`setup.step.${step}`);
  return (
    <li className={classes.step} data-state={state}>
      <StateIcon state={state} />
      <div className={classes.words}>
        {state === 'open' && step !== 'backup' ? (
          <Link to={PLACES[step]} className={classes.title}>
            {title}
          </Link>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
        {state === 'open' && <span className={classes.quiet}>{t(`setup.text.${step}`)}</span>}
        {state === 'open' && detail !== '' && (
          <span className={classes.quiet}>{t('setup.openFor', { networks: detail })}</span>
        )}
      </div>
      {canSkip && <SkipButton step={step as Skippable} isSkipped={state === 'skipped'} />}
    </li>
  );
}

function SkipButton({ step, isSkipped }: { step: Skippable; isSkipped: boolean }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const skip = useThrottledAction(async () => {
    await call('skipSetupStep', { params: { step }, body: { skipped: !isSkipped } });
    await client.invalidateQueries({ queryKey: queryKey('readSetup') });
  });
  const word = t(isSkipped ? 'setup.unskip' : 'setup.skip');
  return (
    <ThrottledButton
      action={skip}
      size="compact-sm"
      variant="subtle"
      className={classes.skip}
      aria-label={`${word}: ${t(`setup.step.${step}`)}`}
    >
      {word}
    </ThrottledButton>
  );
}

function StateIcon({ state }: Pick<Step, 'state'>) {
  const { t } = useTranslation('admin');
  const Icon = state === 'done' ? IconCircleCheckFilled : state === 'skipped' ? IconCircleMinus : IconCircle;
  return (
    <span className={classes.icon}>
      <Icon size={ICON_PX} stroke={1.6} aria-hidden />
      <span className="visually-hidden">{t(`setup.state.${state}`)}</span>
    </span>
  );
}
