import { useTranslation } from '../../locales/use-translation.ts';
import { BrowserWallet } from '../../features/recharges/wallets/browser-wallet.tsx';
import { PageHeader } from '../../ui/layout/panel.tsx';
import { OrderPayment } from '../order-payment.tsx';

/** The payment step of the cashier: pays with this browser's wallet. */
export function Page() {
  const { t } = useTranslation('pay');
  return (
    <>
      <PageHeader title={t('pages.step.title')} lede={t('pages.step.lede')} />
      <OrderPayment
        topUp="/mobile/amount-recharge"
        renderWays={(recharge) => <BrowserWallet recharge={recharge} isRecommended={false} />}
      />
    </>
  );
}
