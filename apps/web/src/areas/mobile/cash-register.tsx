import { Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { IconWallet } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { ManualTransfer } from '../../features/recharges/wallets/browser-wallet.tsx';
import { QuickPay } from '../../features/recharges/wallets/quick-pay.tsx';
import { Link } from '../../lib/router/link.tsx';
import { PageHeader, Panel } from '../../ui/layout/panel.tsx';
import { OrderPayment } from '../order-payment.tsx';
import { SandboxSlot } from '../sandbox-slot.tsx';
import classes from '../pages.module.css';

/** The cashier page on phones, for the signed-in buyer: the top-up and the ways to pay it. */
export function Page() {
  const { t } = useTranslation('pay');
  return (
    <>
      <PageHeader title={t('pages.cashier.title')} lede={t('pages.cashier.lede')} />
      <OrderPayment
        topUp="/mobile/amount-recharge"
        renderWays={(recharge) => (
          <>
            <QuickPay recharge={recharge} isRecommended />
            <Here recharge={recharge} />
            <ManualTransfer recharge={recharge} />
            {recharge.sub_state === 'waiting' && (
              <SandboxSlot
                type={recharge.type}
                to={recharge.wallet_address}
                amount={recharge.pay_amount}
                isExact={recharge.mode === 'exact_amount'}
              />
            )}
          </>
        )}
      />
    </>
  );
}

/** The payment step has a page of its own, so that going back in a wallet's browser does not leave the shop. */
function Here({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('pay');
  if (recharge.sub_state !== 'waiting') return null;
  return (
    <Panel title={t('pages.ways.here')}>
      <p className={classes.text}>{t('pages.ways.hereText')}</p>
      <Button
        component={Link}
        to={`/mobile/h5Pay?order=${recharge.order_id}`}
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconWallet size={19} stroke={1.7} aria-hidden />}
      >
        {t('pages.ways.connect')}
      </Button>
    </Panel>
  );
}
