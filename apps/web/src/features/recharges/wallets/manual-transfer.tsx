import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { PayDetails } from '../payment/pay-details.tsx';
import classes from './manual-transfer.module.css';
import type { PayableRecharge } from '../../../lib/payable-recharge.ts';

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
          <p className={classes.text}>{t('pages.ways.transferText')}</p>
          <Button variant="default" size="md" fullWidth onClick={() => setIsOpen(true)}>
            {t('pages.ways.transferShow')}
          </Button>
        </>
      )}
    </Panel>
  );
}
