import { useTranslation } from '../../../locales/use-translation.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { PaymentOptions } from './payment-options.tsx';
import { RemoteWallet } from './remote-wallet.tsx';
import { useWalletPayment, type WalletPaymentState } from './use-wallet-payment.ts';
import classes from './wallets.module.css';
import { PaymentProblem } from '../notices.tsx';
import { type PayableRecharge, networkName } from '../../../lib/networks/networks.ts';
import { Button, Loader } from '@mantine/core';
import type { Network } from '@portside/contract';
import { Callout } from '../../../ui/messages/callout.tsx';
import { IconCheck, IconWallet } from '@tabler/icons-react';
import type { Flow, FlowState } from '../../../lib/wallet/flow.ts';

type Props = { recharge: PayableRecharge; token: string | undefined };

/** Pays a top-up with a wallet. Loads when the buyer wants to connect one. */
export default function WalletPayment({ recharge, token }: Props) {
  const { t } = useTranslation('pay');
  const desk = useWalletPayment({ recharge, token });
  const { flow, opened } = desk;
  const isConnected = opened !== null && flow.address !== null;
  const hasSent = flow.state === 'processing' || flow.state === 'paid';
  // Paid in another way meanwhile: no second payment is offered.
  if (recharge.sub_state !== 'waiting' && !hasSent) return null;
  return (
    <Panel title={t('pages.ways.title')}>
      <div className={classes.desk}>
        <WalletSteps flow={flow} />
        {flow.problem !== null && <PaymentProblem problem={flow.problem} network={recharge.type} />}
        {!isConnected && <WalletList desk={desk} network={recharge.type} />}
        {!isConnected && <RemoteWallet desk={desk} network={recharge.type} />}
        {isConnected && (flow.state === 'wrongNetwork' || flow.state === 'switching') && (
          <WalletNetwork desk={desk} network={recharge.type} />
        )}
        {isConnected && flow.state !== 'wrongNetwork' && flow.state !== 'switching' && (
          <PaymentOptions
            desk={desk}
            payer={{ recharge, token }}
            wallet={opened.wallet}
            owner={flow.address}
          />
        )}
      </div>
    </Panel>
  );
}

/** Shown while the wallet is on another network: paying needs a switch first. */
function WalletNetwork({ desk, network }: { desk: WalletPaymentState; network: Network }) {
  const { t } = useTranslation('pay');
  const isSwitching = desk.flow.state === 'switching';
  return (
    <div className={classes.other}>
      <Callout tone="warn" title={t('wallet.wrongNetwork')}>
        {t(isSwitching ? 'wallet.switching' : 'wallet.wrongNetworkText', { network: networkName(network) })}
      </Callout>
      <div className={classes.actions}>
        <Button loading={isSwitching} onClick={() => void desk.switchNetwork()}>
          {t('wallet.switch')}
        </Button>
        <Button variant="default" disabled={isSwitching} onClick={desk.leave}>
          {t('wallet.disconnect')}
        </Button>
      </div>
    </div>
  );
}

const STEPS = ['connect', 'authorize', 'pay', 'done'] as const;

/** Index of the step for each state; 4 means all are done. */
const AT: Record<FlowState, number> = {
  notConnected: 0,
  connecting: 0,
  wrongNetwork: 0,
  switching: 0,
  connected: 1,
  authorizing: 1,
  allowing: 1,
  revoking: 1,
  authorized: 2,
  paying: 2,
  processing: 2,
  paid: 4,
};

const SPOKEN = ['authorizing', 'allowing', 'authorized', 'paying', 'processing', 'paid'] as const;

/** Four steps, and a sentence while the wallet or the network is working. */
function WalletSteps({ flow }: { flow: Flow }) {
  const { t } = useTranslation('pay');
  const at = AT[flow.state];
  const spoken = SPOKEN.find((state) => state === flow.state);
  const text =
    flow.state === 'revoking' ? t('wallet.allowed.revoking') : spoken ? t(`wallet.state.${spoken}`) : '';
  return (
    <div>
      <ol className={classes.steps} aria-label={t('wallet.state.label')}>
        {STEPS.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-phase={index < at ? 'done' : index === at ? 'now' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {index < at ? <IconCheck size={13} stroke={3} aria-hidden /> : index + 1}
            </span>
            {t(`wallet.step.${step}`)}
          </li>
        ))}
      </ol>
      <output className={classes.walletPaymentText} data-state={flow.state}>
        {text}
      </output>
    </div>
  );
}

/** The wallets of this browser, each a button that connects it. */
function WalletList({ desk, network }: { desk: WalletPaymentState; network: Network }) {
  const { t } = useTranslation('pay');
  const { wallets, isDone } = desk.found;
  const isConnecting = desk.flow.state === 'connecting';
  if (wallets.length === 0 && !isDone)
    return (
      <output className={classes.looking}>
        <Loader size="xs" /> {t('wallet.looking')}
      </output>
    );
  if (wallets.length === 0)
    return (
      <Callout tone="warn" title={t('wallet.none')}>
        {t('wallet.noneText', { network: networkName(network) })}
      </Callout>
    );
  return (
    <div className={classes.list}>
      {wallets.map((one) => (
        <Button
          key={one.key}
          variant="default"
          size="md"
          justify="flex-start"
          disabled={isConnecting}
          loading={isConnecting && desk.opened?.found.key === one.key}
          leftSection={
            one.icon === null ? (
              <IconWallet size={24} stroke={1.6} aria-hidden />
            ) : (
              <img src={one.icon} alt="" width={24} height={24} className={classes.icon} />
            )
          }
          onClick={() => void desk.choose(one)}
        >
          {t('wallet.choose', { name: one.name })}
        </Button>
      ))}
      {isConnecting && <output className={classes.looking}>{t('wallet.connecting')}</output>}
    </div>
  );
}
