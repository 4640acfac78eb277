import { Button } from '@mantine/core';
import { recordOf } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import classes from './sandbox-wallet.module.css';

const OwnWalletForm = lazy(() => import('./own-wallet-form.tsx'));

/** What a visitor needs to pay from a wallet of their own: the local chain, test USDT and coin for fees. */
export function OwnWallet({ type, amount }: { type: Network; amount: string }) {
  const { t } = useTranslation();
  const [isOpen, open] = useState(false);
  if (recordOf(type).family !== 'evm') return null;
  return (
    <div className={classes.own}>
      <Button variant="subtle" size="compact-sm" px={0} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {t('recharges.sandbox.own.title')}
      </Button>
      <Suspense>{isOpen && <OwnWalletForm type={type} amount={amount} />}</Suspense>
    </div>
  );
}
