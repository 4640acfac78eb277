import { Anchor, Skeleton, VisuallyHidden } from '@mantine/core';
import type { Data, Sandbox, Trial } from '@portside/contract';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isRefusal } from '../lib/api/api-error.ts';
import { query, sandboxQuery } from '../lib/api/query.ts';
import { currentArea } from '../lib/browser/current-area.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { ThrottledButton } from '../ui/buttons/throttled-button.tsx';
import { PageHeader } from '../ui/layout/panel.tsx';
import { FailedState } from '../ui/messages/empty-state.tsx';
import { Page as MissingPage } from './missing-page.tsx';
import classes from './trials.module.css';
import { signIn, useEnter } from '../features/sessions/sign-in/sign-in.ts';
import { useThrottledAction } from '../lib/browser/use-throttled-action.ts';
import { useNavigate } from '../lib/site-location.tsx';
import { useStored } from '../lib/stored/stored-state.ts';

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

type Role = Sandbox['sign_ins'][number]['role'];

/** Where a step of a trial starts, and who may open it; null for everyone. */
export type TrialStep = { readonly role: Role | null; readonly path: string };

/** Who tries it: the page's parts. */
export const PARTS = {
  buyer: ['topUp', 'order', 'exchangeFee', 'ownAddress', 'ownWallet', 'claim'],
  agent: ['referral'],
  owner: ['sweep', 'stock', 'conversation', 'refund', 'takedown'],
} as const satisfies Record<string, readonly Trial[]>;

/** The steps of each trial, in order. */
export const stepsOf = (area: ReturnType<typeof currentArea>): Record<Trial, readonly TrialStep[]> => ({
  topUp: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  order: [{ role: 'buyer', path: `${area}/purchase-account` }],
  exchangeFee: [
    { role: 'buyer', path: `${area}/amount-recharge` },
    { role: 'owner', path: '/admin/recharge?tab=deposits&state=unmatched' },
  ],
  ownWallet: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  ownAddress: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  sweep: [{ role: 'owner', path: '/admin/recharge?tab=sweeping' }],
  claim: [{ role: 'buyer', path: `${area}/purchase-record` }],
  referral: [{ role: 'agent', path: `${area}/agent` }],
  stock: [{ role: 'owner', path: '/admin/goods' }],
  conversation: [{ role: 'owner', path: '/admin/support' }],
  refund: [
    { role: 'colleague', path: '/admin/dataBoard#proposals' },
    { role: 'owner', path: '/admin/order' },
  ],
  takedown: [
    { role: null, path: '/report' },
    { role: 'owner', path: '/admin/goods?tab=reports' },
  ],
});

/**
 * Opens the page of a step as the one of the sandbox's people whose it is. `username`: who is signed in first; null
 * where that is not needed.
 */
function useOpenAs(signIns: Sandbox['sign_ins'], { role, path }: TrialStep) {
  const navigate = useNavigate();
  const enter = useEnter();
  const current = useStored((s) => s.user?.username);
  const wanted = signIns.find((one) => one.role === role && one.username !== current);
  const open = useThrottledAction(async () => {
    if (!wanted) return navigate(path);
    const { username, password } = wanted;
    return enter(await signIn({ username, password, totp_code: '' }), path);
  });
  return { open, username: wanted?.username ?? null };
}
