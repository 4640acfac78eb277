import { Button } from '@mantine/core';
import type { Network } from '@portside/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { discoverWallets } from '../../../lib/wallet/discover.ts';
import type { FoundWallet } from '../../../lib/wallet/found-wallet.ts';
import { WalletFailure } from '../../../lib/wallet/problems.ts';
import { signText } from '../../../lib/wallet/sign-text.ts';
import { toastFailure } from '../../../ui/messages/toasts.tsx';

type Props = { type: Network; text: string; onSigned: (signature: string) => void };

/** A button per wallet of this browser that can sign the text. */
export function WalletSigners({ type, text, onSigned }: Props) {
  const { t } = useTranslation();
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  useEffect(() => discoverWallets(type, (found) => setWallets(found)), [type]);

  async function sign(wallet: FoundWallet) {
    try {
      onSigned(await signText(wallet, text));
    } catch (error) {
      if (!(error instanceof WalletFailure)) throw error;
      toastFailure('sign', t('recharges.claim.notSigned'));
    }
  }

  return wallets.map((wallet) => (
    <Button key={wallet.key} onClick={() => void sign(wallet)}>
      {t('recharges.claim.signWith', { wallet: wallet.name })}
    </Button>
  ));
}
