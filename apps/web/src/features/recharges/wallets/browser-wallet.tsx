import { Button, Skeleton } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import classes from './wallets.module.css';
import type { PayableRecharge } from '../../../lib/networks/networks.ts';
import { PayDetails } from '../payment/pay-details.tsx';

const WalletPayment = lazy(() => import('./wallet-payment.tsx'));

type Props = { recharge: PayableRecharge; token?: string; isRecommended: boolean };

/** Pays with this browser's wallet. All wallet code loads after the click. */
export function BrowserWallet({ recharge, token, isRecommended }: Props) {
  const { t } = useTranslation('pay');
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && recharge.sub_state !== 'waiting') return null;
  if (isOpen)
    return (
      <Suspense fallback={<Skeleton height={220} radius="lg" />}>
        <WalletPayment recharge={recharge} token={token} />
      </Suspense>
    );
  return (
    <Panel
      title={t('pages.ways.here')}
      aside={isRecommended && <StatusBadge tone="info">{t('pages.ways.recommended')}</StatusBadge>}
    >
      <p className={classes.browserWalletText}>{t('pages.ways.hereText')}</p>
      <Button
        size="md"
        fullWidth
        leftSection={<IconWallet size={19} stroke={1.7} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('pages.ways.connect')}
      </Button>
    </Panel>
  );
}

/** For wallets without a browser connection and for exchanges: exact amount, address and QR code. */
export function ManualTransfer({ recharge }: { recharge: PayableRecharge }) {
  const { t } = useTranslation('pay');
  const [isOpen, setIsOpen] = useState(false);
  if (recharge.sub_state !== 'waiting') return null;
  return (
    <Panel title={t('pages.ways.transfer')}>
      {isOpen ? (
        <div className={classes.details}>
          <PayDetails recharge={recharge} />
        </div>
      ) : (
        <>
          <p className={classes.manualTransferText}>{t('pages.ways.transferText')}</p>
          <Button variant="default" size="md" fullWidth onClick={() => setIsOpen(true)}>
            {t('pages.ways.transferShow')}
          </Button>
        </>
      )}
    </Panel>
  );
}
