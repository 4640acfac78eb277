import { Button } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { pairingLinksFor } from '../../../lib/wallet/pairing-links.ts';
import { WalletWays } from './wallet-ways.tsx';

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
