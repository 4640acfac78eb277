import { useState } from 'react';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { caipChainOf } from '../../../lib/wallet/pairing-terms.ts';
import type { WalletPayment } from './use-wallet-payment.ts';

/**
 * WalletConnect, where the shop has a project id and wallets support the chain. Its code loads only when it is
 * chosen.
 */
export function useRemoteWallet(desk: WalletPayment) {
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
