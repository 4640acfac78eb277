import { Button, Loader } from '@mantine/core';
import type { Network } from '@portside/contract';
import { IconQrcode } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './wallets.module.css';
import type { WalletPaymentState } from './use-wallet-payment.ts';
import { pairingLinksFor, caipChainOf } from '../../../lib/wallet/pairing.ts';
import { WalletWays } from './quick-pay.tsx';
import { useState } from 'react';
import { useStored } from '../../../lib/stored/stored-state.ts';

/** A wallet on another device or in another app, by WalletConnect. Hidden if the shop does not offer it. */
export function RemoteWallet({ desk, network }: { desk: WalletPaymentState; network: Network }) {
  const { t } = useTranslation('pay');
  const { isOffered, isConnecting, uri, open } = useRemoteWallet(desk);
  if (!isOffered) return null;
  if (uri !== null) return <PairingCode uri={uri} network={network} onCancel={desk.leave} />;
  return (
    <div className={classes.remote}>
      <Button
        variant="default"
        size="md"
        justify="flex-start"
        leftSection={<IconQrcode size={24} stroke={1.6} aria-hidden />}
        disabled={desk.flow.state === 'connecting'}
        onClick={() => void open()}
      >
        {t('wallet.choose', { name: 'WalletConnect' })}
      </Button>
      {isConnecting && (
        <output className={classes.reaching}>
          <Loader size="xs" /> {t('wallet.remote.reaching')}
        </output>
      )}
    </div>
  );
}

type Props = { uri: string; network: Network; onCancel: () => void };

/** WalletConnect's pairing code: links on the phone itself, or a QR code for the phone. */
export function PairingCode({ uri, network, onCancel }: Props) {
  const { t } = useTranslation('pay');
  return (
    <WalletWays
      text={uri}
      scan={t('wallet.remote.scan')}
      links={pairingLinksFor(network, uri)}
      tool={
        <Button size="xs" variant="subtle" onClick={onCancel}>
          {t('wallet.remote.cancel')}
        </Button>
      }
      hint={t('wallet.remote.hint')}
    />
  );
}

/**
 * WalletConnect, where the shop has a project id and wallets support the chain. Its code loads only when it is
 * chosen.
 */
function useRemoteWallet(desk: WalletPaymentState) {
  const projectId = useStored((s) => s.webConfig?.walletconnect_project_id ?? '');
  const shopName = useStored((s) => s.webConfig?.site_name ?? '');
  const [uri, setUri] = useState<string | null>(null);
  const { flow, opened, payment } = desk;

  async function open(): Promise<void> {
    setUri(null);
    await desk.chooseLater(async () => {
      const { walletConnect } = await import('../../../lib/wallet/wallet-connect.ts');
      return walletConnect(payment, { projectId, shopName, onUri: setUri });
    });
  }

  const isConnecting = flow.state === 'connecting' && opened?.found.close !== undefined;
  return {
    isOffered: projectId !== '' && caipChainOf(payment) !== null,
    isConnecting,
    uri: isConnecting ? uri : null,
    open,
  };
}
