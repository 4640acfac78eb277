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
import { useNavigate, useSearchParams } from '../lib/site-location.tsx';
import { Link } from 'wouter';
import { lazy } from 'react';
import { SANDBOX_PAGE } from '@portside/contract/wire/page-paths';
import { useStored } from '../lib/stored/stored-state.ts';

const Mailbox = lazy(() => import('../features/sandbox/mailbox.tsx'));

const REFRESH_MS = 5_000;
const MAILS = `${SANDBOX_PAGE}?mails`;

/** What to try in the sandbox. In production the call answers 404, and so does the page. */
export function Page() {
  const [search] = useSearchParams();
  const sandbox = useQuery(sandboxQuery);
  const trials = useQuery({
    ...query('listSandboxTrials', {}, { isQuiet: true }),
    retry: false,
    refetchInterval: REFRESH_MS,
  });
  if (isRefusal(sandbox.error, 'notFound')) return <MissingPage />;
  if (search.has('mails')) return <Mailbox />;
  if (sandbox.data && trials.data) return <Trials sandbox={sandbox.data} trials={trials.data} />;
  if (sandbox.error || trials.error)
    return <FailedState onRetry={() => void Promise.all([sandbox.refetch(), trials.refetch()])} />;
  return <Skeleton height={640} radius="lg" />;
}

type Props = { sandbox: Sandbox; trials: Data<'listSandboxTrials'> };

function Trials({ sandbox, trials }: Props) {
  const { t } = useTranslation('service');
  const done = trials.filter((one) => one.done).length;
  return (
    <>
      <PageHeader title={t('trials.title')} lede={t('trials.lede')} />
      <p className={classes.count}>
        <progress className={classes.bar} value={done} max={trials.length} aria-hidden />
        {t('trials.count', { done, all: trials.length })}
      </p>
      {(['buyer', 'agent', 'supplier', 'owner'] as const).map((part) => (
        <section key={part} className={classes.part} aria-labelledby={`trials-${part}`}>
          <h2 id={`trials-${part}`}>{t(`trials.parts.${part}`)}</h2>
          <ol className={classes.list}>
            {trials
              .filter((one) => one.part === part)
              .map(({ trial, done }) => (
                <Item key={trial} trial={trial} isDone={done} sandbox={sandbox} />
              ))}
          </ol>
        </section>
      ))}
      <p className={classes.mails}>
        <Anchor component={Link} to={MAILS} inherit>
          {t('trials.mails')}
        </Anchor>
      </p>
    </>
  );
}

type ItemProps = Pick<Props, 'sandbox'> & { trial: Trial; isDone: boolean };

function Item({ trial, isDone, sandbox }: ItemProps) {
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
        {stepsOf(currentArea(), sandbox.linked_page)[trial].map((step) => (
          <StepButton key={step.path} step={step} signIns={sandbox.sign_ins} />
        ))}
      </div>
    </li>
  );
}

function StepButton({ step, signIns }: { step: TrialStep; signIns: Sandbox['sign_ins'] }) {
  const { t } = useTranslation('service');
  const { t: named } = useTranslation(['translation', 'service']);
  const { open, username } = useOpenAs(signIns, step);
  const page = named(titleOf(step.path));
  return (
    <ThrottledButton action={open} variant="default" size="sm">
      {username === null ? page : t('trials.goAs', { page, username })}
    </ThrottledButton>
  );
}

/** The name of a step's page, as its menu has it; another one is a product's. */
function titleOf(path: string) {
  if (path.startsWith('/admin')) return 'shell.nav.backOffice';
  return TITLES[path.split('/').at(-1) as keyof typeof TITLES] ?? 'service:trials.productPage';
}

const TITLES = {
  'amount-recharge': 'shell.nav.recharges',
  'purchase-account': 'shell.nav.goods',
  'purchase-record': 'shell.nav.orders',
  'personal-information': 'users.title',
  'customer-service': 'shell.nav.support',
  cart: 'service:cart.title',
  agent: 'shell.nav.agent',
  supplier: 'shell.nav.supplier',
  report: 'service:reports.title',
} as const;

type Role = Sandbox['sign_ins'][number]['role'];

/** Where a step of a trial starts, and who may open it; null for everyone. */
export type TrialStep = { readonly role: Role | null; readonly path: string };

/** The steps of each trial, in order. */
export const stepsOf = (
  area: ReturnType<typeof currentArea>,
  linkedPage: string | null,
): Record<Trial, readonly TrialStep[]> => ({
  topUp: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  order: [{ role: 'buyer', path: `${area}/purchase-account` }],
  cart: [
    { role: 'buyer', path: `${area}/purchase-account` },
    { role: 'buyer', path: `${area}/cart` },
  ],
  family: [{ role: 'buyer', path: '/family/1' }],
  promotion: [{ role: 'buyer', path: `${area}/purchase-account` }],
  level: [
    { role: 'buyer', path: `${area}/personal-information` },
    { role: 'buyer', path: `${area}/purchase-account` },
  ],
  ownPrice: [{ role: 'buyer', path: `${area}/purchase-account` }],
  coupon: [
    { role: 'buyer', path: `${area}/purchase-account` },
    { role: 'owner', path: '/admin/prices?tab=coupons' },
  ],
  byLink: linkedPage === null ? [] : [{ role: 'buyer', path: linkedPage }],
  exchangeFee: [
    { role: 'buyer', path: `${area}/amount-recharge` },
    { role: 'owner', path: '/admin/recharge?tab=deposits&state=unmatched' },
  ],
  ownWallet: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  ownAddress: [{ role: 'buyer', path: `${area}/amount-recharge` }],
  sweep: [{ role: 'owner', path: '/admin/recharge?tab=sweeping' }],
  claim: [{ role: 'buyer', path: `${area}/purchase-record` }],
  checked: [
    { role: 'buyer', path: `${area}/purchase-record` },
    { role: 'owner', path: '/admin/config?tab=checker' },
  ],
  giftCode: [
    { role: 'buyer', path: `${area}/customer-service` },
    { role: 'buyer', path: `${area}/amount-recharge` },
    { role: 'owner', path: '/admin/recharge?tab=codes' },
  ],
  referral: [{ role: 'agent', path: `${area}/agent` }],
  supply: [
    { role: 'supplier', path: `${area}/supplier` },
    { role: 'owner', path: '/admin/goods?tab=stock' },
  ],
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
