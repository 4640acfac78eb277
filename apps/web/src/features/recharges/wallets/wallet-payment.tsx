import { useTranslation } from '../../../locales/use-translation.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { PaymentOptions } from './connected/payment-options.tsx';
import { RemoteWallet } from './remote-wallet.tsx';
import { useWalletPayment } from './use-wallet-payment.ts';
import classes from './wallet-payment.module.css';
import { WalletList } from './wallet-list.tsx';
import { WalletNetwork } from './connected/wallet-network.tsx';
import { PaymentProblem } from './payment-problem.tsx';
import { WalletSteps } from './connected/wallet-steps.tsx';
import type { PayableRecharge } from '../../../lib/payable-recharge.ts';

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
