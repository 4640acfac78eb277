import type { PaymentMode, Recharge, Network } from '@portside/contract';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { currentArea } from '../../lib/browser/current-area.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './form/recharge-form.module.css';
import { useQuery } from '@tanstack/react-query';
import { useAfterContent } from '../../lib/api/after-content.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { networkName } from '../../lib/networks/networks.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { recordOf } from '@portside/chain/networks/registry';
import type { WalletProblem } from '../../lib/wallet/problems.ts';
import { WalletProblemNote } from '../../ui/wallet/wallet-problem-note.tsx';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { pathOfIntent, useOrderIntent } from '../../lib/stored/order-intent.ts';

const POINTS = {
  exact_amount: ['exact', 'network', 'fee', 'exchange', 'final'],
  own_addresses: ['any', 'network', 'exchange', 'final'],
} as const;

/** What to know before sending money. */
export function RechargeNotice({ mode }: { mode: PaymentMode }) {
  const { t } = useTranslation();
  return (
    <Panel title={t('recharges.notice.title')} isFolded={currentArea() === '/mobile'}>
      <ol className={classes.points}>
        {POINTS[mode].map((point) => (
          <li key={point}>{t(`recharges.notice.${point}`)}</li>
        ))}
      </ol>
    </Panel>
  );
}

const REFRESH_MS = 60_000;

/** Networks whose payments are currently detected late; empty if there are none or it is unknown. */
export function DelayNotice() {
  const { t } = useTranslation();
  const { data: late } = useQuery({
    enabled: useAfterContent(),
    ...query('listDepositDelays', {}, { isQuiet: true }),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  if (!late || late.length === 0) return null;
  return (
    <output className={classes.rechargeNoticeNotice}>
      {late.map(({ type, minutes }) => (
        <p key={type}>{t('recharges.network.delay', { network: networkName(type), count: minutes })}</p>
      ))}
    </output>
  );
}

/** What arrived and what is missing of a top-up paid in part; hidden for any other. */
export function PaidPart({
  recharge: { credited_amount: came, missing_amount: missing },
}: {
  recharge: Recharge;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (came === null || missing === null) return null;
  const amounts = { came: formatUsdt(came, language), missing: formatUsdt(missing, language) };
  return <Callout tone="warn">{t('recharges.result.part', amounts)}</Callout>;
}

/** Replaces the ways to pay a top-up whose addresses are not the shop's. */
export function HiddenAddress() {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Callout
        tone="bad"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        title={t('recharges.payment.hiddenTitle')}
      >
        {t('recharges.payment.hiddenText')}
      </Callout>
    </div>
  );
}

/** What keeps a buyer's wallet from paying. */
export function PaymentProblem({ problem, network }: { problem: WalletProblem; network: Network }) {
  const { t } = useTranslation('pay');
  const text = t(`wallet.problem.${problem}`, { coin: recordOf(network).coin.name });
  return <WalletProblemNote problem={problem} text={text} />;
}

/** The way back to the order that the payment was for; nothing without one. */
export function BackToOrder() {
  const { t } = useTranslation();
  const intent = useOrderIntent();
  if (!intent) return null;
  return (
    <Button component={Link} to={pathOfIntent(intent)} size="md" color="signal.6">
      {t('recharges.result.toOrder')}
    </Button>
  );
}
