import { Button } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useTranslation } from '../../../../locales/use-translation.ts';
import { Callout } from '../../../../ui/messages/callout.tsx';
import { networkName } from '../../../../lib/networks.ts';
import type { WalletPayment } from '../use-wallet-payment.ts';
import classes from './wallet-network.module.css';

/** Shown while the wallet is on another network: paying needs a switch first. */
export function WalletNetwork({ desk, network }: { desk: WalletPayment; network: Network }) {
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
