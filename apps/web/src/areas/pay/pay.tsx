import { useTranslation } from '../../locales/use-translation.ts';
import { PageHeader } from '../../ui/layout/panel.tsx';
import { BrowserWallet, ManualTransfer } from '../../features/recharges/wallets/browser-wallet.tsx';
import { QuickPay } from '../../features/recharges/wallets/quick-pay.tsx';
import { OrderPayment } from '../order-payment.tsx';
import { SandboxSlot } from '../sandbox-slot.tsx';

/** Payment page for desktops: this browser's wallet first, then the phone's. */
export function Page() {
  const { t } = useTranslation('pay');
  return (
    <>
      <PageHeader title={t('pages.confirm.title')} lede={t('pages.confirm.lede')} />
      <OrderPayment
        topUp="/client/amount-recharge"
        renderWays={(recharge) => (
          <>
            <BrowserWallet recharge={recharge} isRecommended />
            <QuickPay recharge={recharge} isRecommended={false} />
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
