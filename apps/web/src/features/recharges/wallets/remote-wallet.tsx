import { Button, Loader } from '@mantine/core';
import type { Network } from '@portside/contract';
import { IconQrcode } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { PairingCode } from './pairing-code.tsx';
import classes from './remote-wallet.module.css';
import { useRemoteWallet } from './use-remote-wallet.ts';
import type { WalletPayment } from './use-wallet-payment.ts';

/** A wallet on another device or in another app, by WalletConnect. Hidden where the shop does not offer it. */
export function RemoteWallet({ desk, network }: { desk: WalletPayment; network: Network }) {
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
